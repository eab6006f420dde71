import { create } from 'zustand'
import { onReset } from './resets'

/** What covers the page: a content item in a dialog, or the question before a booking is cancelled. */
export type Modal = { kind: 'item'; id: string; full: boolean } | { kind: 'cancel-booking' }

interface ModalStore {
  modal: Modal | null
  open: (modal: Modal) => void
  close: () => void
}

/** The one modal of the site. Never kept; signing out closes it (RULES 10.7). */
export const useModal = create<ModalStore>()((set) => ({
  modal: null,
  open: (modal) => set({ modal }),
  close: () => set({ modal: null }),
}))

onReset(() => useModal.getState().close())
