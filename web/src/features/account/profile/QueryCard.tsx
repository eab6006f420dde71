import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../../components/layout/Card'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { LoadError } from '../../../state/LoadError'

interface QueryCardProps<T> {
  title: string
  query: UseQueryResult<T>
  /** The height while loading, to avoid layout shifts. */
  height: string
  aside?: ReactNode
  children: (data: T) => ReactNode
}

/** A card with the result of a query: loading, failed, or loaded. */
export function QueryCard<T>({ title, query, height, aside, children }: QueryCardProps<T>) {
  return (
    <Card as="section" title={title} level={3} aside={aside}>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <LoadError query={query} title="That did not load" />
      ) : (
        <Loading label={`Loading: ${title}`}>
          <Skeleton height={height} />
        </Loading>
      )}
    </Card>
  )
}
