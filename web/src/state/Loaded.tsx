import type { ReactNode } from 'react'
import { errorSentence } from '../api/errors'
import { useOnline } from '../api/network'
import { Notice } from '../components/Notice'
import { ErrorState, Loading, Skeleton } from '../components/States'

/** Something asked of the server, as a query tells it; `together` makes one of two. */
export interface QueryResult<T> {
  data: T | undefined
  error: unknown
  isError: boolean
  /** `idle` without data where nobody has asked yet. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface LoadedProps<T> {
  result: QueryResult<T>
  /** What is on its way, for a screen reader. */
  label: string
  /** Of what will stand here, so that nothing jumps; of each part, where there are some. */
  height: string | readonly string[]
  children: (data: T) => ReactNode
}

/** What was asked for, once it is there, with a word when it may be old; before that its place, or what went wrong. */
export function Loaded<T>({ result, label, height, children }: LoadedProps<T>) {
  const { data, error, isError, fetchStatus, refetch } = result
  const online = useOnline()
  if (data !== undefined)
    return (
      <>
        {isError && (
          <Notice tone="problem" role="alert">
            {errorSentence(error)} What you see may be out of date.
          </Notice>
        )}
        {children(data)}
      </>
    )
  if (isError)
    return (
      <ErrorState
        title={online ? undefined : 'You are offline'}
        message={errorSentence(error)}
        onRetry={() => void refetch()}
        retrying={fetchStatus === 'fetching'}
      />
    )
  if (fetchStatus === 'idle') return null
  return (
    <Loading label={label}>
      {[height].flat().map((each, part) => (
        <Skeleton key={part} height={each} />
      ))}
    </Loading>
  )
}

/** Two that are needed at once, as one: what failed or is still missing speaks for both. */
export function together<A, B>(one: QueryResult<A>, other: QueryResult<B>): QueryResult<readonly [A, B]> {
  const missing = [one, other].filter(({ data }) => data === undefined)
  const speaking = missing.length > 0 ? missing : [one, other]
  const { error, isError, fetchStatus, refetch } =
    speaking.find((asked) => asked.isError) ?? speaking.find((asked) => asked.fetchStatus !== 'idle') ?? one
  const data =
    one.data !== undefined && other.data !== undefined ? ([one.data, other.data] as const) : undefined
  return { data, error, isError, fetchStatus, refetch }
}
