import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '../../../api/errors'
import { ErrorState, Loading, Skeleton } from '../../../components/States'

interface LoadedProps<T> {
  result: UseQueryResult<T>
  /** What is on its way, for a screen reader. */
  label: string
  children: (data: T) => ReactNode
}

/** Settings once they are there; before that their place, or what went wrong. */
export function Loaded<T>({ result, label, children }: LoadedProps<T>) {
  const { data, error, isError, isFetching, refetch } = result
  if (data !== undefined) return <>{children(data)}</>
  if (isError) {
    return (
      <ErrorState
        title={navigator.onLine ? undefined : 'You are offline'}
        message={errorSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return (
    <Loading label={label}>
      <Skeleton height="28rem" />
    </Loading>
  )
}
