import type { ReactNode } from 'react'
import { errorSentence } from '../api/error-sentence'
import { useOnline } from '../api/client/network'
import { toServerTime } from '../api/clock'
import { Notice } from '../components/feedback/Notice'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'

/** The part of a query's result that is needed here; `together` makes one of two. */
export interface QueryResult<T> {
  data: T | undefined
  error: unknown
  isError: boolean
  /** When the data was answered, ms by the device. */
  dataUpdatedAt?: number
  /** `idle` without data where the query has not run yet. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface LoadedProps<T> {
  result: QueryResult<T>
  /** What is loading, for a screen reader. */
  label: string
  /** Height of the placeholder, so that nothing jumps; one for each part where there are several. */
  height: string | readonly string[]
  children: (data: T) => ReactNode
}

/** Renders the data of a query, with a notice when it may be out of date; before that a placeholder, or the error. */
export function Loaded<T>({ result, label, height, children }: LoadedProps<T>) {
  const { data, error, isError, dataUpdatedAt = 0, fetchStatus, refetch } = result
  const online = useOnline()
  if (data !== undefined)
    return (
      <>
        {isError && (
          <Notice tone="problem" role="alert">
            {errorSentence(error)} What you see may be out of date{asOf(dataUpdatedAt)}.
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

/** Made only for the notice: a time zone keeps a slow phone busy, and `academy/london.ts` weighs on every first load. */
const momentText = (at: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)

const asOf = (at: number) => (at === 0 ? '' : `: it is as of ${momentText(toServerTime(at))}`)

/** Two results that are needed at once, as one: the one that failed or is still missing decides. */
export function together<A, B>(one: QueryResult<A>, other: QueryResult<B>): QueryResult<readonly [A, B]> {
  const missing = [one, other].filter(({ data }) => data === undefined)
  const speaking = missing.length > 0 ? missing : [one, other]
  const { error, isError, fetchStatus, refetch } =
    speaking.find((asked) => asked.isError) ?? speaking.find((asked) => asked.fetchStatus !== 'idle') ?? one
  const data =
    one.data !== undefined && other.data !== undefined ? ([one.data, other.data] as const) : undefined
  return { data, error, isError, fetchStatus, refetch }
}
