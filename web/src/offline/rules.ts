/**
 * What the worker may keep on the device. Only what everybody sees: a page's first HTML, hashed files, delivered
 * content, its images and the public configuration. Everything else, above all whatever belongs to a person or a
 * session, goes to the network and is forgotten.
 */
export type Store = 'pages' | 'assets' | 'content' | 'images' | 'config'

export interface Bound {
  /** How many answers are kept; the oldest go first. */
  maxEntries: number
  /** Seconds. */
  maxAgeSeconds: number
}

/** The cache that a store has on the device. */
export const cacheName = (store: Store): string => `sixfold-${store}`

const DAY = 24 * 60 * 60

export const BOUNDS: Record<Store, Bound> = {
  pages: { maxEntries: 40, maxAgeSeconds: 30 * DAY },
  assets: { maxEntries: 250, maxAgeSeconds: 60 * DAY },
  content: { maxEntries: 120, maxAgeSeconds: 30 * DAY },
  images: { maxEntries: 60, maxAgeSeconds: 30 * DAY },
  config: { maxEntries: 1, maxAgeSeconds: 30 * DAY },
}

/** The parts of a request that matter here. */
export interface Wanted {
  url: URL
  origin: string
  method: string
  /** A page of its own, not something that a page asks for. */
  navigation: boolean
}

const DELIVERED = /^\/api\/content\/[^/]+\/delivery\/v1\//
const IMAGE = /^\/api\/content\/[^/]+\/delivery\/v1\/images\//
const CONFIG = '/api/event/config'
/** Staff's pages, those whose address carries a token for one person, and cards that somebody may take back. */
const NEVER_KEPT =
  /^\/en-gb\/(?:staff-account-|reset-password|guardian-confirmation|confirm-email|undo-email-change|sign-in-link|coach-booking|event-admin|share\/)/

/** Where the answer to a request is kept; null: nowhere, the worker stays out of it. */
export function storeOf({ url, origin, method, navigation }: Wanted): Store | null {
  if (method !== 'GET' || url.origin !== origin) return null
  const { pathname } = url
  // It is only true at this moment; a cached copy would block a page that is available again.
  if (pathname === '/en-gb/waiting-room') return null
  if (navigation) return pathname === '/' || /^\/en-gb(?:\/|$)/.test(pathname) ? 'pages' : null
  if (pathname.startsWith('/assets/')) return 'assets'
  if (IMAGE.test(pathname)) return 'images'
  if (DELIVERED.test(pathname)) return 'content'
  if (pathname === CONFIG) return 'config'
  return null
}

/** The name an answer is kept under: without the parts that differ between requests. */
export function keptName(store: Store, address: string): string {
  const url = new URL(address)
  url.hash = ''
  if (store === 'pages' || store === 'config') url.search = ''
  url.searchParams.delete('iv')
  return url.href
}

/** Whether this very answer may be kept under its name. */
export function mayKeep(
  store: Store,
  address: string,
  answer: { status: number; redirected: boolean; headers: Headers },
): boolean {
  if (answer.status !== 200 || answer.redirected) return false
  const caching = answer.headers.get('cache-control') ?? ''
  // The configuration is not personal, though it is fetched fresh while the server can be reached.
  if (store !== 'config' && /no-store|private/.test(caching)) return false
  if (store !== 'pages') return true
  const { pathname, search } = new URL(address)
  const isHtml = /^text\/html/.test(answer.headers.get('content-type') ?? '')
  // A query can contain a token, or request a draft.
  return isHtml && search === '' && !NEVER_KEPT.test(pathname)
}

/** Whether what is kept of it goes too: staff have taken it down. */
export const isGone = (store: Store, status: number): boolean =>
  (store === 'pages' || store === 'content') && (status === 404 || status === 410)

/** A kept answer does not know what time it is: without its `now` the page goes by the device. */
export const withoutTime = (text: string): string => text.replace(/"now":"[^"]*"/, '"now":""')
