// Loads what a page needs before it is rendered: its item and the code of its components.
import type { QueryClient } from '@tanstack/react-query'
import { configQuery, contentItemQuery } from '../api/queries'
import { asContentItem } from '../features/content/content-item'
import { FIRST_LIBRARY } from '../features/content/page/use-page'
import { fallbackPage, loadFallback } from '../content/fallback'
import { pageIdAt, pathBelow } from '../content/page-ids'
import { preloadParts } from '../content/registry'

/** Loads both, if necessary. It never fails: the page itself reports what could not be loaded. */
export async function prepare(queries: QueryClient, pathname: string): Promise<void> {
  const path = pathBelow(pathname)
  const known = queries.getQueryData(configQuery().queryKey)
  let id = pageIdAt(path, known?.pages)
  let libraryId = known?.libraryEntry.libraryId
  if (id === undefined) {
    const config = await queries.ensureQueryData({ ...configQuery(), retry: false }).catch(() => undefined)
    id = pageIdAt(path, config?.pages)
    libraryId = config?.libraryEntry.libraryId
  }
  if (!id) return
  const item = await queries
    .ensureQueryData({ ...contentItemQuery(libraryId ?? FIRST_LIBRARY, id), retry: false })
    .catch(() => null)
  const authored = asContentItem(item)
  if (!authored) await loadFallback()
  const page = authored ?? fallbackPage(id)
  if (page) await preloadParts(page)
}
