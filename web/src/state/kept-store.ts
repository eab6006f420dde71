import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onReset } from './resets'
import { PERSIST_VERSION, sealedStorage } from './storage/sealed-storage'

interface Actions<D> {
  update: (change: Partial<D>) => void
  reset: () => void
}

/** A store of plain data that is kept on the device, encrypted, until somebody signs out (RULES 10.7). */
export function keptStore<D extends object>(name: string, empty: D) {
  type Store = D & Actions<D>
  type Kept = Omit<Store, keyof Actions<D>>
  const useStore = create<Store>()(
    persist<Store, [], [], Kept>(
      (set) => ({
        ...empty,
        update: (change) => set((state) => ({ ...state, ...change })),
        reset: () => set((state) => ({ ...state, ...empty })),
      }),
      {
        name,
        version: PERSIST_VERSION,
        storage: sealedStorage<Kept>(),
        partialize: ({ update: _update, reset: _reset, ...data }) => data,
      },
    ),
  )
  onReset(() => useStore.getState().reset())
  return useStore
}
