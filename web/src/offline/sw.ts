/// <reference lib="webworker" />
/**
 * The service worker: keeps the shell from the start and what was seen since, so that both are there without a
 * network. `rules.ts` says what may be kept. It takes over an open page only when the person asks for the new version. It also
 * shows what the server sends to this device.
 */
import { cacheNames, clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, type Strategy, type StrategyOptions } from 'workbox-strategies'
import { ownPath, readMessage, type PushMessage } from './push-message'
import { BOUNDS, cacheName, isGone, keptName, mayKeep, storeOf, withoutTime, type Store } from './rules'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const SHELL = '/index.html'
/** How long a page seen before waits for its newer self, and how long one never seen does. */
const PATIENCE_S = 3
const LAST_PATIENCE_MS = 10_000
/** How long an open page has to answer; a browser opens a window only shortly after a press. */
const AWAKE_MS = 700

/** Keeps by the rules; what comes from the store has lost its time. */
const rules = (store: Store): WorkboxPlugin => ({
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keptName(store, request.url)),
  cacheWillUpdate: async ({ request, response }) => {
    if (isGone(store, response.status))
      await (await caches.open(cacheName(store))).delete(keptName(store, request.url), { ignoreVary: true })
    return mayKeep(store, request.url, response) ? response : null
  },
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse || (store !== 'pages' && store !== 'config')) return cachedResponse
    const { status, statusText, headers } = cachedResponse
    return new Response(withoutTime(await cachedResponse.text()), { status, statusText, headers })
  },
})

const optionsOf = (store: Store): StrategyOptions => ({
  cacheName: cacheName(store),
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

self.addEventListener('install', (event) => event.waitUntil(keepFormerAssets()))

/**
 * Once this version takes over, Workbox deletes the shell of the one before. The pages kept under that one begin with its
 * scripts, which therefore stay, as something that was seen.
 */
async function keepFormerAssets(): Promise<void> {
  const store = cacheName('assets')
  const [shells, assets] = await Promise.all([caches.open(cacheNames.precache), caches.open(store)])
  const ages = new CacheExpiration(store, BOUNDS.assets)
  for (const request of await shells.keys()) {
    const { url } = request
    if (getCacheKeyForURL(url) || !isFor('assets')({ url: new URL(url), request })) continue
    const answer = await shells.match(request)
    if (!answer) continue
    const { status, statusText, headers } = answer
    const undated = new Headers(headers)
    // It is the day of the download: what a version has used for months would count as too old.
    undated.delete('date')
    await assets.put(request, new Response(answer.body, { status, statusText, headers: undated }))
    await ages.updateTimestamp(url)
  }
}

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

self.addEventListener('push', (event) => {
  event.waitUntil(show(readMessage(event.data?.text(), self.location.origin)))
})

/** TypeScript does not know `renotify`. */
type ShownOptions = NotificationOptions & { renotify: boolean }

/** One that replaces another alerts again if it says something else; sent twice, it stays quiet (RULES 16.4). */
async function show({ title, body, url, tag }: PushMessage): Promise<void> {
  const before = await self.registration.getNotifications({ tag }).catch(() => [])
  const options: ShownOptions = {
    body,
    tag,
    renotify: before.some((shown) => shown.title !== title || shown.body !== body),
    data: { url },
    icon: '/icons/icon-192.png',
    badge: '/icons/badge.png',
  }
  await self.registration.showNotification(title, options)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = (event.notification.data ?? {}) as { url?: unknown }
  event.waitUntil(open(ownPath(url, self.location.origin)))
})

/**
 * Brings a window to the front that was loaded with the page, and has it open the address: it may show another page or place by
 * now, which this worker is not told, or hold a half-filled form, and asks first then. Without an answer, from a page of an older
 * version, or one that is asleep, and for any other page there is a new window.
 */
async function open(path: string): Promise<void> {
  const target = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const loaded = windows.find((client) => new URL(client.url).pathname === target.pathname)
  const port = loaded ? await portTo(loaded, path) : null
  // A press allows only one of the two: to open a window, or to bring one to the front.
  if (!loaded || !port) {
    await self.clients.openWindow(target.href)
    return
  }
  // What was pressed is opened even if the browser does not bring the window to the front.
  await loaded.focus().catch(() => null)
  port.postMessage('OPEN')
}

/** Asks a page to be ready to open `path`: the port that has it do so, or null without an answer. */
const portTo = (page: Client, path: string) =>
  new Promise<MessagePort | null>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(port1)
    setTimeout(() => resolve(null), AWAKE_MS)
    page.postMessage({ type: 'OPEN', path }, [port2])
  })

// The browser has replaced the address: an open page tells the server, else the next one that is opened does.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(resubscribe(event as PushSubscriptionChangeEvent))
})

interface PushSubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

async function resubscribe({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!newSubscription && applicationServerKey)
    await self.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .catch(() => null)
  for (const client of await self.clients.matchAll({ type: 'window' }))
    client.postMessage({ type: 'SUBSCRIPTION_CHANGED' })
}
