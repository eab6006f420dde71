import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '../../../api/errors'
import { Card } from '../../../components/Card'
import { ErrorState, Loading, Skeleton } from '../../../components/States'

interface QueryCardProps<T> {
  title: string
  query: UseQueryResult<T>
  /** The height of what is on its way, so that nothing jumps. */
  height: string
  aside?: ReactNode
  children: (data: T) => ReactNode
}

/** A card with something read from the server: on its way, failed, or there. */
export function QueryCard<T>({ title, query, height, aside, children }: QueryCardProps<T>) {
  return (
    <Card as="section" title={title} level={3} aside={aside}>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <ErrorState
          title="That did not load"
          message={errorSentence(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading label={`Loading: ${title}`}>
          <Skeleton height={height} />
        </Loading>
      )}
    </Card>
  )
}
