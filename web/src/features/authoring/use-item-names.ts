import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAuthoring } from './authoring-context'
import { itemsQuery, type ItemSummary } from './api'

const ALL = {}

/** Every item of the library by id, for names and pickers; `complete` once all are loaded. */
export function useItemLines(): { lines: ReadonlyMap<string, ItemSummary>; complete: boolean } {
  const { library } = useAuthoring()
  const { data, hasNextPage, isFetching, fetchNextPage, isSuccess } = useInfiniteQuery({
    ...itemsQuery(library, ALL),
    staleTime: 10_000,
  })
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const lines = new Map(data?.pages.flatMap((page) => page.items).map((line) => [line.id, line]))
  return { lines, complete: isSuccess && !hasNextPage }
}

/** The name of an item; its id until that is known. */
export function useItemNames(): (id: string) => string {
  const { lines } = useItemLines()
  return (id) => lines.get(id)?.name ?? id
}
