import { isOnline, onNetwork } from '../api/client/network'

/** When a page checks the session again: when it becomes visible, and at an interval if one is set (RULES 10.6). */
export interface Freshness {
  /** Check when the page becomes visible (on by default). */
  refetchOnWindowFocus?: boolean
  /** The interval in seconds; 0 for never. */
  refetchInterval?: number
  /** Keep checking without a network. */
  refetchWhenOffline?: boolean
}

/** Calls `refetch` whenever it is due; returns the unsubscribe function. */
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
