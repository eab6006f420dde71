import { useSyncExternalStore } from 'react'
import { serverNow } from '../../api/clock'

const MINUTE_MS = 60_000

/** Woken at each new minute, when an opening may begin, and in between, since the clock may be set meanwhile. */
function subscribe(changed: () => void): () => void {
  let timer = 0
  const wait = () => {
    timer = window.setTimeout(
      () => {
        changed()
        wait()
      },
      Math.min(MINUTE_MS / 12, MINUTE_MS - (serverNow() % MINUTE_MS)),
    )
  }
  wait()
  return () => window.clearTimeout(timer)
}

const minute = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** The server's clock to the minute, in milliseconds; re-renders with every new minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, minute)
