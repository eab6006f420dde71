import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAuthoring } from './authoring-context'
import { itemsQuery, type ItemSummary } from './api'

const ALL = {}

interface ItemLines {
  lines: ReadonlyMap<string, ItemSummary>
  /** All are loaded. */
  complete: boolean
  /** Why some may be missing, and what asks again; null unless that failed. */
  failed: { error: unknown; isFetching: boolean; refetch: () => unknown } | null
}

/** Every item of the library by id, for names and pickers. */
export function useItemLines(): ItemLines {
  const { library } = useAuthoring()
  const query = useInfiniteQuery({ ...itemsQuery(library, ALL), staleTime: 10_000 })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, isSuccess, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const lines = new Map(data?.pages.flatMap((page) => page.items).map((line) => [line.id, line]))
  return { lines, complete: isSuccess && !hasNextPage, failed: isError ? query : null }
}

/** The name of an item; its id until that is known. */
export function useItemNames(): (id: string) => string {
  const { lines } = useItemLines()
  return (id) => lines.get(id)?.name ?? id
}
