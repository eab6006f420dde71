/**
 * The server's clock as the browser knows it: rules and the session's end follow it, never the device's clock. Learned
 * from `now` of the configuration; until then the device's clock is used.
 */
import { Listeners } from './listeners.ts'

let offset = 0
let known = false
/** When the page was opened, by the device's clock as it stood when the server's time was learned. */
let opened = 0
const listeners = new Listeners()

/** The two clocks of a device drift apart by less than this during a session. */
const DRIFT_MS = 1000

/** `performance.now()` does not change when the device's clock is set. */
const openedNow = () => Date.now() - performance.now()

/** Sets the server's present time, an ISO instant. */
export function learnServerNow(iso: string): void {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return
  offset = at - Date.now()
  opened = openedNow()
  known = true
  listeners.tell()
}

/** Milliseconds since the epoch by the server's clock. */
export const serverNow = (): number => toServerTime(Date.now())

/** A moment by the device's clock, by the server's. */
export const toServerTime = (deviceMs: number): number => deviceMs + offset

/** A moment by the server's clock, by the device's. */
export const toDeviceTime = (serverMs: number): number => serverMs - offset

export const serverNowKnown = (): boolean => known

/** Whether the device's clock has been set since the server's time was learned; a device that has slept looks the same. */
export const serverNowInDoubt = (): boolean => Math.abs(openedNow() - opened) > DRIFT_MS

/** Calls `listener` whenever the server's time is learned; returns the unsubscribe function. */
export const onServerNow = listeners.add

/** Calls `act` once, as soon as the server's time is known; at once if it is already. */
export function whenServerNowKnown(act: () => void): void {
  if (known) return act()
  const stop = onServerNow(() => {
    stop()
    act()
  })
}
