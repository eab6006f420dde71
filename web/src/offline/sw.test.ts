/** The worker itself: what a new version leaves on the device, how a notification is shown, and where a press on it leads. */
import { cacheNames } from 'workbox-core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'

const { origin } = window.location
const LIST = [
  { url: '/index.html', revision: '2' },
  { url: '/assets/index-2.js', revision: null },
  { url: '/assets/react-1.js', revision: null },
]

const addressOf = (asked: Request | string) =>
  new URL(typeof asked === 'string' ? asked : asked.url, origin).href

/** One of the browser's caches. */
class FakeCache {
  readonly answers = new Map<string, Response>()

  keys() {
    return Promise.resolve([...this.answers.keys()].map((address) => new Request(address)))
  }
  match(asked: Request | string) {
    return Promise.resolve(this.answers.get(addressOf(asked))?.clone())
  }
  put(asked: Request | string, answer: Response) {
    this.answers.set(addressOf(asked), answer)
    return Promise.resolve()
  }
  delete(asked: Request | string) {
    return Promise.resolve(this.answers.delete(addressOf(asked)))
  }
}

const kept = new Map<string, FakeCache>()
const cacheOf = (name: string) => {
  const cache = kept.get(name) ?? new FakeCache()
  kept.set(name, cache)
  return cache
}
const pathsIn = (name: string) =>
  [...cacheOf(name).answers.keys()].map((address) => address.slice(origin.length)).sort()

let windows: object[]
let opened: string[]

interface Shown {
  title: string
  body: string
  tag: string
  renotify: boolean
}

/** What is on the device, and whatever was shown on it. */
let onDevice: Map<string, Shown>
let notified: Shown[]

beforeAll(async () => {
  class ExtendableEvent extends Event {}
  Object.assign(globalThis, {
    __WB_DISABLE_DEV_LOGS: true,
    __WB_MANIFEST: LIST,
    ExtendableEvent,
    FetchEvent: class extends ExtendableEvent {},
    registration: {
      scope: `${origin}/`,
      getNotifications: ({ tag }: { tag: string }) =>
        Promise.resolve([onDevice.get(tag)].filter((there) => there !== undefined)),
      showNotification: (title: string, options: Omit<Shown, 'title'>) => {
        const notification = { ...options, title }
        onDevice.set(options.tag, notification)
        notified.push(notification)
        return Promise.resolve()
      },
    },
    caches: {
      open: (name: string) => Promise.resolve(cacheOf(name)),
      keys: () => Promise.resolve([...kept.keys()]),
      match: (asked: Request | string, { cacheName }: { cacheName: string }) =>
        cacheOf(cacheName).match(asked),
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(windows),
      openWindow: (address: string) => Promise.resolve(opened.push(address)),
    },
  })
  await import('./sw')
})

beforeEach(() => {
  kept.clear()
  windows = []
  opened = []
  onDevice = new Map()
  notified = []
})

/** Lets something happen to the worker, and waits until it has dealt with it. */
async function happen(name: string, details: object = {}): Promise<void> {
  const waiting: Promise<unknown>[] = []
  const event = new ExtendableEvent(name)
  const waitUntil = (until: Promise<unknown>) => void waiting.push(until)
  self.dispatchEvent(Object.assign(event, { waitUntil, ...details }))
  await Promise.all(waiting)
}

it('leaves the scripts of the version before to the pages kept under it', async () => {
  vi.stubGlobal('fetch', ({ url }: Request) => Promise.resolve(new Response(`new ${url}`)))
  const shell = cacheOf(cacheNames.precache)
  const old = { headers: { 'content-type': 'text/javascript', date: 'Mon, 01 Jun 2026 09:00:00 GMT' } }
  for (const path of ['/index.html?__WB_REVISION__=1', '/assets/index-1.js', '/assets/react-1.js'])
    await shell.put(path, new Response(`old ${path}`, old))
  await happen('install')
  await happen('activate')
  expect(pathsIn(cacheNames.precache)).toEqual([
    '/assets/index-2.js',
    '/assets/react-1.js',
    '/index.html?__WB_REVISION__=2',
  ])
  expect(pathsIn('sixfold-assets')).toEqual(['/assets/index-1.js'])
  const script = await cacheOf('sixfold-assets').match('/assets/index-1.js')
  expect(await script?.text()).toBe('old /assets/index-1.js')
  // However long that version was in use, its script is not too old.
  expect(Object.fromEntries(script?.headers ?? [])).toEqual({ 'content-type': 'text/javascript' })
})

it.each([
  ['a page', '/en-gb/news', 'navigate', 'sixfold-pages'],
  ['its content', '/api/content/sixfold-en-gb/delivery/v1/rendering/context/news', 'cors', 'sixfold-content'],
])('forgets %s that was taken down, and keeps it while the server fails', async (_, path, mode, store) => {
  const ask = async (status: number) => {
    const headers = { 'content-type': 'text/html' }
    vi.stubGlobal('fetch', () =>
      status === 0
        ? Promise.reject(new TypeError('no network'))
        : Promise.resolve(new Response('news', { status, headers })),
    )
    const request = Object.defineProperty(new Request(`${origin}${path}`), 'mode', { value: mode })
    let answer = Promise.resolve(Response.error())
    await happen('fetch', { request, respondWith: (given: typeof answer) => (answer = given) }).catch(
      () => null,
    )
    return answer.then((given) => given.text()).catch(() => 'nothing')
  }
  await cacheOf(cacheNames.precache).put('/index.html?__WB_REVISION__=2', new Response('nothing'))
  await ask(200)
  await ask(503)
  expect(pathsIn(store)).toEqual([path])
  expect(await ask(0)).toBe('news')
  await ask(404)
  expect(pathsIn(store)).toEqual([])
  expect(await ask(0)).toBe('nothing')
})

// RULES 16.4, 16.7
it('alerts again when a notification replaces one with other words, and not when it comes twice', async () => {
  const push = (title: string, body: string, tag = 'booking-7') =>
    happen('push', { data: { text: () => JSON.stringify({ title, body, url: '/en-gb/', tag }) } })
  await push('Your test is coming up', 'Thu 5 Mar 2026, 10:00.')
  await push('Your test has moved', 'It is now on Thu 5 Mar 2026, 11:00.')
  await push('Your test has moved', 'It is now on Thu 5 Mar 2026, 11:00.')
  await push('Your test has moved', 'It is now on Thu 5 Mar 2026, 12:00.')
  await push('Your test has moved', 'It is now on Fri 6 Mar 2026, 10:00.', 'booking-8')
  expect(notified.map(({ renotify }) => renotify)).toEqual([false, true, false, true, false])
})

const BOOK = '/en-gb/my-account-book-test'

/**
 * A window of the site; what the worker does with it is written down. One that is asleep answers nothing, and the browser may
 * refuse to bring one to the front.
 */
function windowAt(path: string, { asleep = false, mayFocus = true } = {}) {
  const done: string[] = []
  windows.push({
    url: `${origin}${path}`,
    focus: () =>
      mayFocus
        ? Promise.resolve(done.push('comes to the front'))
        : Promise.reject(new DOMException('Not allowed to focus a window.', 'InvalidAccessError')),
    postMessage: ({ type, path: to }: { type: string; path: string }, [port]: [MessagePort]) => {
      if (asleep) return port.close()
      port.onmessage = () => {
        done.push(`is told to ${type} ${to}`)
        port.close()
      }
      port.postMessage('AWAKE')
    },
  })
  return done
}

const press = (url: string) =>
  happen('notificationclick', { notification: { close: () => undefined, data: { url } } })

it.each([
  ['the time', `${BOOK}?date=2026-12-05T10:15`],
  ['the offer', `${BOOK}#offer=7`],
])('leads an open page to %s that a notification is about', async (_, url) => {
  const done = windowAt(BOOK)
  await press(url)
  await vi.waitFor(() => expect(done).toEqual(['comes to the front', `is told to OPEN ${url}`]))
  expect(opened).toEqual([])
})

it('leads an open page there even if the browser does not bring it to the front', async () => {
  const done = windowAt(BOOK, { mayFocus: false })
  await press(`${BOOK}#offer=7`)
  await vi.waitFor(() => expect(done).toEqual([`is told to OPEN ${BOOK}#offer=7`]))
})

it.each([
  ['an offer', `${BOOK}#offer=7`],
  ['the page itself', BOOK],
])('opens a new window for %s where the open page is asleep', async (_, url) => {
  const done = windowAt(BOOK, { asleep: true })
  await press(url)
  expect(opened).toEqual([`${origin}${url}`])
  expect(done).toEqual([])
})

// The address of a window is that at its load: it may show something else by now.
it.each([
  ['this page', BOOK, BOOK],
  ['this place on it', `${BOOK}?date=2026-12-05T10:15`, `${BOOK}?date=2026-12-05T10:15`],
])('asks a window that was loaded with %s to show it again', async (_, loaded, url) => {
  const done = windowAt(loaded)
  await press(url)
  await vi.waitFor(() => expect(done).toEqual(['comes to the front', `is told to OPEN ${url}`]))
  expect(opened).toEqual([])
})

it('leaves a window as it is that was loaded with another page', async () => {
  const other = windowAt('/en-gb/')
  await press(BOOK)
  expect(other).toEqual([])
  expect(opened).toEqual([`${origin}${BOOK}`])
})
