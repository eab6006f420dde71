/// <reference lib="webworker" />
/**
 * The service worker: keeps the shell from the start and what was seen since, so that both are there without a
 * network. `rules.ts` says what may be kept. It takes over an open page only when the person asks for the new version.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, type Strategy, type StrategyOptions } from 'workbox-strategies'
import { BOUNDS, keptName, mayKeep, storeOf, withoutTime, type Store } from './rules'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const SHELL = '/index.html'
/** How long a page seen before waits for its newer self, and how long one never seen does. */
const PATIENCE_S = 3
const LAST_PATIENCE_MS = 10_000

/** Keeps by the rules; what comes from the store has lost its time. */
const rules = (store: Store): WorkboxPlugin => ({
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keptName(store, request.url)),
  cacheWillUpdate: ({ request, response }) =>
    Promise.resolve(mayKeep(store, request.url, response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse || (store !== 'pages' && store !== 'config')) return cachedResponse
    const { status, statusText, headers } = cachedResponse
    return new Response(withoutTime(await cachedResponse.text()), { status, statusText, headers })
  },
})

const optionsOf = (store: Store): StrategyOptions => ({
  cacheName: `sixfold-${store}`,
  matchOptions: { ignoreVary: true },
  plugins: [rules(store), new ExpirationPlugin({ ...BOUNDS[store], purgeOnQuotaError: true })],
})
const networkFirst = (store: Store) =>
  new NetworkFirst({ ...optionsOf(store), networkTimeoutSeconds: PATIENCE_S })
const cacheFirst = (store: Store) => new CacheFirst(optionsOf(store))

const STRATEGIES: Record<Exclude<Store, 'pages'>, Strategy> = {
  assets: cacheFirst('assets'),
  images: cacheFirst('images'),
  content: networkFirst('content'),
  config: networkFirst('config'),
}
const pages = networkFirst('pages')

const shell = async () => (await matchPrecache(SHELL)) ?? Response.error()
const shellInTheEnd = () =>
  new Promise<Response>((resolve) => {
    setTimeout(() => void shell().then(resolve), LAST_PATIENCE_MS)
  })

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

const isFor =
  (store: string) =>
  ({ url, request }: { url: URL; request: Request }) =>
    storeOf({
      url,
      origin: self.location.origin,
      method: request.method,
      navigation: request.mode === 'navigate',
    }) === store

for (const [store, strategy] of Object.entries(STRATEGIES)) registerRoute(isFor(store), strategy)
registerRoute(isFor('pages'), (wanted) => Promise.race([pages.handle(wanted).catch(shell), shellInTheEnd()]))

// The first worker takes its page at once, so that what the page loads next is kept; a later one waits to be asked.
clientsClaim()
self.addEventListener('message', (event) => {
  const { type, pages: seen } = (event.data ?? {}) as { type?: string; pages?: string[] }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  // Pages that were there before the worker was.
  if (type === 'KEEP_PAGES' && seen) event.waitUntil(Promise.all(seen.map((page) => keepPage(page, event))))
})

async function keepPage(address: string, event: ExtendableEvent): Promise<void> {
  const url = new URL(address, self.location.origin)
  const wanted = { url, origin: self.location.origin, method: 'GET', navigation: true }
  if (storeOf(wanted) !== 'pages') return
  const request = new Request(url.href, { headers: { accept: 'text/html' } })
  await Promise.all(pages.handleAll({ request, event })).catch(() => undefined)
}
