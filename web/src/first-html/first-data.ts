// The data that the server puts into the first HTML: the settings and the page's item, so that the page can be
// drawn without a question.
import type { QueryClient } from '@tanstack/react-query'
import { isRecord, parseJson } from '../api/json'
import { configQuery, contentItemQuery } from '../api/queries'
import type { ContentItem, EventConfig } from '../api/types'

/** Whether the HTML may be old: the service worker caches pages, and so does the browser for going back. */
const isOld = () =>
  navigator.serviceWorker?.controller ||
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
    'back_forward'

/** Puts the first data that is complete into the query cache. */
export function seedFirstData(queries: QueryClient): void {
  const data = parseJson(document.getElementById('first-data')?.textContent ?? '')
  if (!isRecord(data)) return
  const { config, page } = data
  if (!isRecord(config) || !isRecord(config.libraryEntry)) return
  const { libraryId } = config.libraryEntry
  // The settings are fetched again in the background, for the server's time.
  queries.setQueryData(configQuery().queryKey, config as unknown as EventConfig, { updatedAt: 1 })
  const item = isRecord(page) ? page.item : null
  if (typeof libraryId !== 'string' || !isRecord(item) || typeof item.id !== 'string') return
  queries.setQueryData(contentItemQuery(libraryId, item.id).queryKey, item as unknown as ContentItem, {
    updatedAt: isOld() ? 1 : undefined,
  })
}
