import { useSyncExternalStore } from 'react'
import { serverNow } from '../../../api/clock'

const SECOND_MS = 1000

/** A tick when the server's clock shows a new second: two counters on a page change together. */
function subscribe(changed: () => void): () => void {
  let timer = 0
  const wait = () => {
    timer = window.setTimeout(
      () => {
        changed()
        wait()
      },
      SECOND_MS - (serverNow() % SECOND_MS),
    )
  }
  wait()
  return () => window.clearTimeout(timer)
}

const second = () => Math.floor(serverNow() / SECOND_MS) * SECOND_MS

/** The server's clock to the second, in milliseconds. */
export const useSecond = (): number => useSyncExternalStore(subscribe, second)
