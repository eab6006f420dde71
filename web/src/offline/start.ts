/**
 * Starts the worker after the page has loaded, has it keep what is on screen, and offers a new version when there is
 * one. Looks for one hourly and whenever the tab comes to the front. Loaded late, and only once per page.
 */
import { Workbox } from 'workbox-window'
import { serverNow, serverNowKnown } from '../api/clock'
import type { SessionClient } from '../auth/session-client'
import { hideOffer, showOffer } from './offer'
import { pageToKeep, toKeep } from './seen'
import { dropPastTicket, dropTicketOfOthers } from './ticket'

const HOUR_MS = 60 * 60 * 1000
/** How long a first visit has the machine and the network to itself. */
const FIRST_VISIT_MS = 3000
/** How long a worker may take to hand over before the page reloads anyway. */
const HANDOVER_MS = 3000

export async function startOffline(session: SessionClient): Promise<void> {
  followPerson(session)
  // Values are encrypted with its help, perhaps after the network has gone.
  void import('idb').catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  if (!navigator.serviceWorker.controller) await settled()
  const worker = new Workbox('/sw.js')
  offerNewVersions(worker)
  const registration = await worker.register()
  if (!registration) return
  lookForNewVersions(registration)
  await navigator.serviceWorker.ready
  await keepWhatIsSeen()
}

/** On a first visit the worker loads the whole shell: the page that somebody waits for goes first. */
const settled = () => new Promise((resolve) => window.setTimeout(resolve, FIRST_VISIT_MS))

/** The ticket belongs to the person who was signed in last. */
function followPerson(session: SessionClient): void {
  let last: string | undefined
  const follow = () => {
    const uaid = session.getState().data?.uaid
    if (uaid !== undefined && uaid !== last) void dropTicketOfOthers(uaid)
    last = uaid ?? last
  }
  session.subscribe(follow)
  follow()
  // Yesterday's ticket is deleted at the next visit, once the server's time is known.
  if (serverNowKnown()) void dropPastTicket(serverNow())
}

function offerNewVersions(worker: Workbox): void {
  let pressed = false
  const reload = () => window.location.reload()
  const take = () => {
    pressed = true
    worker.messageSkipWaiting()
    window.setTimeout(reload, HANDOVER_MS)
  }
  worker.addEventListener('waiting', () => showOffer(take))
  // Another tab may have requested it: this one continues unchanged until asked.
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (pressed) reload()
    else if (isUpdate || isExternal) showOffer(reload)
    else hideOffer()
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
