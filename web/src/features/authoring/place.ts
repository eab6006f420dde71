// The address state of the delivery admin page: section, item and filters.
import { paths } from '../../paths'

export interface Place {
  section: string
  item?: string
  /** Inside an item: the form (absent), its history, or the preview alone. */
  view?: string
  /** In the history: the selected revision. */
  rev?: string
  search?: string
  type?: string
  kind?: string
  status?: string
}

const KEYS = ['item', 'view', 'rev', 'search', 'type', 'kind', 'status'] as const

/** Reads a query string; without one, the content section. */
export function readPlace(query: string): Place {
  const search = new URLSearchParams(query)
  const place: Place = { section: search.get('section') ?? 'content' }
  for (const key of KEYS) {
    const value = search.get(key)
    if (value) place[key] = value
  }
  return place
}

export const placeAddress = ({ section, ...rest }: Place): string => paths.deliveryAdmin({ section, ...rest })

export const itemAddress = (item: string, view?: string): string =>
  placeAddress({ section: 'content', item, ...(view ? { view } : {}) })
