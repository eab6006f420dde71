import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onReset } from './resets'
import { PERSIST_VERSION, sealedStorage } from './storage/sealed-storage'

/** What the media centre shows: the page of the story cards and the colour they are drawn in. */
export interface MediaData {
  /** From 1. */
  page: number
  /** Which of the card's colour variants; 0 is the first. */
  colour: number
}

/** Page 1 and the first colour variant (RULES 13.7). */
const FIRST: MediaData = { page: 1, colour: 0 }

interface MediaStore extends MediaData {
  update: (change: Partial<MediaData>) => void
  reset: () => void
}

export const useMediaData = create<MediaStore>()(
  persist(
    (set) => ({
      ...FIRST,
      update: (change) => set(change),
      reset: () => set(FIRST),
    }),
    {
      name: 'media',
      version: PERSIST_VERSION,
      storage: sealedStorage<MediaData>(),
      partialize: ({ page, colour }) => ({ page, colour }),
    },
  ),
)

onReset(() => useMediaData.getState().reset())
