/**
 * Starts the worker after the page has loaded, has it keep what is on screen, and offers a new version when there is
 * one. Looks for one hourly and whenever the tab comes to the front. Loaded late, and only once per page.
 */
import type { QueryClient } from '@tanstack/react-query'
import { Workbox } from 'workbox-window'
import { isOnline, onNetwork } from '../api/client/network'
import { serverNow, whenServerNowKnown } from '../api/clock'
import type { SessionClient } from '../auth/session-client'
import { hasDevice } from '../notifications/has-device'
import { hideUpdateNotice, showUpdateNotice } from './update-notice'
import { openHere } from './open-here'
import { bringBackSeen, dropPastSeen, dropSeenOfOthers, keepWhatIsSeenOf } from './last-seen'
import { pageToKeep, toKeep } from './seen'
import { dropPastTicket, dropTicketOfOthers } from './ticket'

const HOUR_MS = 60 * 60 * 1000
/** How long a worker may take to hand over before the page reloads anyway. */
const HANDOVER_MS = 3000

export async function startOffline(session: SessionClient, queries: QueryClient): Promise<void> {
  followPerson(session)
  keepWhatIsSeenOf(queries, session)
  onNetwork(() => {
    if (!isOnline()) void bringBackSeen(queries, session, serverNow()).catch(() => undefined)
  })
  // Signing out takes the device out of the server's list.
  void import('../notifications/own-device').catch(() => undefined)
  // What shows it has to be on the device too.
  void import('./KeptPage').catch(() => undefined)
  // Values are encrypted with its help, perhaps after the network has gone.
  void import('idb').catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  openWhenPressed()
  const worker = new Workbox('/sw.js')
  announceNewVersions(worker)
  const registration = await worker.register()
  if (!registration) return
  keepDeviceRight(session)
  lookForNewVersions(registration)
  await navigator.serviceWorker.ready
  await keepWhatIsSeen()
}

/** What is kept belongs to the person who was signed in last. */
function followPerson(session: SessionClient): void {
  let last: string | undefined
  const follow = () => {
    const uaid = session.getState().data?.uaid
    if (uaid !== undefined && uaid !== last) {
      void dropTicketOfOthers(uaid)
      void dropSeenOfOthers(uaid).catch(() => undefined)
    }
    last = uaid ?? last
  }
  session.subscribe(follow)
  follow()
  // What is past is deleted at the next visit, also when nobody is signed in, once the server's time is known.
  whenServerNowKnown(() => {
    void dropPastTicket(serverNow())
    void dropPastSeen(serverNow()).catch(() => undefined)
  })
}

/** Once somebody is signed in, and whenever the browser has replaced the address for notifications. */
function keepDeviceRight(session: SessionClient): void {
  let looked: string | undefined
  const look = async () => {
    if (!hasDevice() || !session.getState().data) return
    const { renewDevice } = await import('../notifications/subscribe')
    await renewDevice()
  }
  const lookOnce = () => {
    const uaid = session.getState().data?.uaid
    if (uaid === undefined || uaid === looked) return
    looked = uaid
    // Without a network the next visit sees to it.
    void look().catch(() => undefined)
  }
  session.subscribe(lookOnce)
  lookOnce()
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const { type } = (data ?? {}) as { type?: string }
    if (type === 'SUBSCRIPTION_CHANGED') void look().catch(() => undefined)
  })
}

/**
 * A press on a notification that is about this page: the worker asks whether the page is awake, brings it to the front, and then
 * has it open the address.
 */
function openWhenPressed(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
    const { type, path } = (data ?? {}) as { type?: string; path?: string }
    if (type !== 'OPEN' || path === undefined || !port) return
    port.onmessage = () => openHere(path)
    port.postMessage('AWAKE')
  })
}

function announceNewVersions(worker: Workbox): void {
  let pressed = false
  const reload = () => window.location.reload()
  const take = () => {
    pressed = true
    worker.messageSkipWaiting()
    window.setTimeout(reload, HANDOVER_MS)
  }
  worker.addEventListener('waiting', () => showUpdateNotice(take))
  // Another tab may have requested it: this one continues unchanged until asked.
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (pressed) reload()
    else if (isUpdate || isExternal) showUpdateNotice(reload)
    else hideUpdateNotice()
  })
}

function lookForNewVersions(registration: ServiceWorkerRegistration): void {
  let last = Date.now()
  const look = () => {
    last = Date.now()
    void registration.update().catch(() => undefined)
  }
  window.setInterval(look, HOUR_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > HOUR_MS / 60) look()
  })
}

/** What this page loaded before the worker was there, so that it is there the next time too. */
async function keepWhatIsSeen(): Promise<void> {
  const worker = navigator.serviceWorker.controller ?? (await whenControlled())
  const wanted = toKeep(
    window.location.origin,
    [...(await whatWasAsked()), ...styleFiles()],
    document.getElementById('first-data')?.textContent,
  )
  const missing = await Promise.all(wanted.map(async (url) => ((await caches.match(url)) ? [] : [url])))
  worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: missing.flat() } })
  const page = pageToKeep(window.location)
  if (page !== null) worker?.postMessage({ type: 'KEEP_PAGES', pages: [page] })
}

/** Style sheets whose words came with the first HTML: their files have not been asked for. */
const styleFiles = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)

/** The addresses of all that this page has loaded so far, its scripts and styles first. */
const whatWasAsked = () =>
  new Promise<string[]>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      resolve(list.getEntries().map(({ name }) => name))
    })
    observer.observe({ type: 'resource', buffered: true })
  })

const whenControlled = () =>
  new Promise<ServiceWorker | null>((resolve) => {
    navigator.serviceWorker.addEventListener(
      'controllerchange',
      () => resolve(navigator.serviceWorker.controller),
      { once: true },
    )
  })
