/**
 * The server's clock as the browser knows it: rules and the session's end follow it, never the device's clock. Learned
 * from `now` of the configuration; until then the device's clock is used.
 */
let offset = 0
let known = false
const listeners = new Set<() => void>()

/** Sets the server's present time, an ISO instant. */
export function learnServerNow(iso: string): void {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return
  offset = at - Date.now()
  if (known) return
  known = true
  for (const listener of listeners) listener()
}

/** Milliseconds since the epoch by the server's clock. */
export const serverNow = (): number => Date.now() + offset

export const serverNowKnown = (): boolean => known

/** Calls `listener` once the server's time is known; returns the unsubscribe function. */
export function onServerNowKnown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
