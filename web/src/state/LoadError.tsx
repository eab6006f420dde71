import type { ReactNode } from 'react'
import { errorSentence } from '../api/error-sentence'
import { ErrorState } from '../components/feedback/States'

interface LoadErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  title?: ReactNode
  className?: string | undefined
}

/** A query that failed: what happened, and a button that asks again. */
export function LoadError({ query, ...rest }: LoadErrorProps) {
  return (
    <ErrorState
      message={errorSentence(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      {...rest}
    />
  )
}
