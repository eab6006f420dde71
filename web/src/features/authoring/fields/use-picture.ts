import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { imagesQuery, type LibraryImage } from '../api'
import { useAuthoring } from '../authoring-context'

/** A picture of the library; null if it has none with that id, undefined until that is known. */
export function usePicture(id: string): LibraryImage | null | undefined {
  const { library } = useAuthoring()
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    imagesQuery(library),
  )
  const picture = data?.pages.flatMap((page) => page.images).find((found) => found.id === id)
  const further = id !== '' && data !== undefined && !picture && hasNextPage
  useEffect(() => {
    if (further && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [further, isFetching, isFetchNextPageError, fetchNextPage])
  return picture ?? (data && !further ? null : undefined)
}
