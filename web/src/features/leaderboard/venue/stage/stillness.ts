import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether nothing may move on this device. */
export const stillness = (): boolean => window.matchMedia(QUERY).matches

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(QUERY)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

export const useStillness = (): boolean => useSyncExternalStore(subscribe, stillness)
