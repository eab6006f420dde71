import { useSyncExternalStore } from 'react'
import { serverNow } from '../../api/clock'

const MINUTE_MS = 60_000

function subscribe(changed: () => void): () => void {
  const timer = window.setInterval(changed, MINUTE_MS / 12)
  return () => window.clearInterval(timer)
}

const minute = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** The server's clock to the minute, in milliseconds; re-renders with every new minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, minute)
