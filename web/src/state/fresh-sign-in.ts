import { create } from 'zustand'
import { onReset } from './resets'

interface FreshSignIn {
  asked: boolean
  ask: () => void
  stop: () => void
}

/** Whether a call was refused because the sign-in is too long ago; the shell then offers to sign in again (RULES 10.2). */
export const useFreshSignIn = create<FreshSignIn>()((set) => ({
  asked: false,
  ask: () => set({ asked: true }),
  stop: () => set({ asked: false }),
}))

onReset(() => useFreshSignIn.getState().stop())
