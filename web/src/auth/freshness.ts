import { isOnline, onNetwork } from '../api/network'

/** When a page asks again who is signed in: as it comes back to the front, and at an interval (RULES 10.6). */
export interface Freshness {
  /** Ask again when the tab comes back to the front (default on). */
  refetchOnWindowFocus?: boolean
  /** The interval in seconds; 0 for never. */
  refetchInterval?: number
  /** Go on asking without a network. */
  refetchWhenOffline?: boolean
}

/** Calls `refetch` whenever it is time; gives the way to stop. */
export function keepFresh(
  { refetchOnWindowFocus = true, refetchInterval = 0, refetchWhenOffline = false }: Freshness,
  refetch: () => void,
): () => void {
  const life = new AbortController()
  const { signal } = life
  if (refetchOnWindowFocus) {
    const focus = () => {
      if (document.visibilityState === 'visible') refetch()
    }
    document.addEventListener('visibilitychange', focus, { signal })
  }
  if (refetchInterval > 0) {
    let timer = 0
    const stop = () => window.clearInterval(timer)
    const poll = () => {
      stop()
      timer = window.setInterval(refetch, refetchInterval * 1000)
    }
    const follow = () => (refetchWhenOffline || isOnline() ? poll() : stop())
    follow()
    if (!refetchWhenOffline) signal.addEventListener('abort', onNetwork(follow))
    signal.addEventListener('abort', stop)
  }
  return () => life.abort()
}
