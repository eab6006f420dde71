import { useSyncExternalStore } from 'react'

interface Hydrating {
  persist: { hasHydrated: () => boolean; onFinishHydration: (listener: () => void) => () => void }
}

/** Whether a store has been restored from storage; decryption takes a moment. */
export function useHydrated(store: Hydrating): boolean {
  return useSyncExternalStore(store.persist.onFinishHydration, store.persist.hasHydrated)
}
