import { create } from 'zustand'
import { onReset } from './resets'

export interface Alert {
  tone: 'info' | 'good' | 'problem'
  message: string
  /** Where to go next. */
  action?: { href: string; label: string }
  /** Until it is dismissed: for what somebody must not miss because they were away. */
  stays?: boolean
}

interface AlertStore {
  alert: Alert | null
  show: (alert: Alert) => void
  dismiss: () => void
}

/** One word to the person that outlives a page change ("Booking cancelled."). Never kept (RULES 10.7). */
export const useAlert = create<AlertStore>()((set) => ({
  alert: null,
  show: (alert) => set({ alert }),
  dismiss: () => set({ alert: null }),
}))

onReset(() => useAlert.getState().dismiss())
