import { useEffect, useSyncExternalStore } from 'react'
import { isSilent, onSound, wakeSound } from './sound'

/** A press by mouse, finger or key, as browsers count it. */
const PRESSES = ['pointerup', 'keydown'] as const

/** Wakes the sound with the first press while it is on; whether it still waits for one. */
export function useSound(on: boolean): boolean {
  const silent = useSyncExternalStore(onSound, isSilent)
  useEffect(() => {
    if (!on) return
    wakeSound()
    for (const press of PRESSES) window.addEventListener(press, wakeSound)
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, wakeSound)
    }
  }, [on])
  return on && silent
}
