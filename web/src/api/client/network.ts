/**
 * Whether the server can be reached. `navigator.onLine` alone does not tell: it stays true behind a router without an
 * uplink, in a captive network and, in some browsers, in a page that was loaded offline. So after a request without an
 * answer a health check is sent, and repeated until one succeeds.
 */
import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners'

/** How long a health check may take. */
const PATIENCE_MS = 5000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000

let reached = true
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let checking: Promise<void> | null = null
const listeners = new Listeners()

/** Whether there is a network, and the last attempt reached the server. */
export const isOnline = (): boolean => navigator.onLine && reached

/** Calls `listener` whenever the network is lost or regained; returns the unsubscribe function. */
export const onNetwork = listeners.add

/** `isOnline`, kept up to date. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, isOnline)

/** After a request that failed with `cause`: resolves once it is known whether the server can be reached. */
export async function checkNetwork(cause: unknown): Promise<void> {
  if (isUnanswered(cause) && isOnline()) await check()
}

const isUnanswered = (cause: unknown) =>
  cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError')

function check(): Promise<void> {
  clearTimeout(timer)
  checking ??= answers()
    .then(settle)
    .finally(() => (checking = null))
  return checking
}

const answers = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

function settle(answered: boolean): void {
  failures = answered ? 0 : failures + 1
  if (!answered) {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
    // Pages that lost the server together should not all return at once.
    timer = setTimeout(() => void check(), pause * (0.5 + Math.random() / 2))
  }
  if (answered !== reached) become(answered)
}

function become(nowReached: boolean): void {
  reached = nowReached
  listeners.tell()
}

function followBrowser(): void {
  window.addEventListener('online', () => {
    clearTimeout(timer)
    failures = 0
    // The next request finds out.
    become(true)
  })
  window.addEventListener('offline', () => become(reached))
  document.addEventListener('visibilitychange', () => {
    if (!reached && document.visibilityState === 'visible') void check()
  })
}

if (typeof window !== 'undefined') followBrowser()
