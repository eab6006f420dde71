import { useCallback, useSyncExternalStore } from 'react'
import { serverNow } from '../api/clock'

/** The device's clock may be set between two ticks, so it is read at least this often. */
const LONGEST_WAIT_MS = 5_000

/**
 * The server's clock, or another, in milliseconds, rounded down to a multiple of `periodMs`. It re-renders when a new period begins,
 * so two counters on a page change together.
 */
export function useNow(periodMs: number, clock: () => number = serverNow): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer = 0
      const wait = () => {
        timer = window.setTimeout(
          () => {
            changed()
            wait()
          },
          Math.min(LONGEST_WAIT_MS, periodMs - (clock() % periodMs)),
        )
      }
      wait()
      return () => window.clearTimeout(timer)
    },
    [periodMs, clock],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(clock() / periodMs) * periodMs)
}
