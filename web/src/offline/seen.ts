/** What a page has to ask the worker to keep: what it loaded by itself before the worker was there. */
import { storeOf } from './rules'

const CONFIG = '/api/event/config'

interface FirstData {
  config?: { libraryEntry?: { libraryId?: string } } | null
  page?: { item?: { id?: string } } | null
}

/** The address of the content that came with the first HTML, as the page would ask for it later. */
function firstContent(text: string | null | undefined): string[] {
  if (!text) return []
  try {
    const { config, page } = JSON.parse(text) as FirstData
    const library = config?.libraryEntry?.libraryId
    const id = page?.item?.id
    if (!library || !id) return []
    return [
      `/api/content/${encodeURIComponent(library)}/delivery/v1/rendering/context/${encodeURIComponent(id)}`,
    ]
  } catch {
    return []
  }
}

/** Addresses to cache, each once: public files and content among the requests, and what came along with them. */
export function toKeep(origin: string, asked: readonly string[], firstData?: string | null): string[] {
  const all = [CONFIG, ...firstContent(firstData), ...asked].map((address) => new URL(address, origin))
  const kept = all.filter((url) => storeOf({ url, origin, method: 'GET', navigation: false }) !== null)
  return [...new Set(kept.map((url) => (url.pathname === CONFIG ? `${origin}${CONFIG}` : url.href)))]
}

/** The page itself, unless its address says something of the person. */
export const pageToKeep = ({ pathname, search, origin }: Location): string | null =>
  search === '' ? `${origin}${pathname}` : null
