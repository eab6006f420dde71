// The address state of the delivery admin page: section, item and filters.
import { paths } from '../../paths'

export interface EditorAddress {
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
export function readAddress(query: string): EditorAddress {
  const search = new URLSearchParams(query)
  const address: EditorAddress = { section: search.get('section') ?? 'content' }
  for (const key of KEYS) {
    const value = search.get(key)
    if (value) address[key] = value
  }
  return address
}

export const editorHref = ({ section, ...rest }: EditorAddress): string =>
  paths.deliveryAdmin({ section, ...rest })

export const itemHref = (item: string, view?: string): string =>
  editorHref({ section: 'content', item, ...(view ? { view } : {}) })
