import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/** Whether pointer and keyboard have not been touched for a time. */
export function useIdle(afterMs: number): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let timer = window.setTimeout(() => setIdle(true), afterMs)
    const wake = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = window.setTimeout(() => setIdle(true), afterMs)
    }
    for (const sign of SIGNS) window.addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, wake)
    }
  }, [afterMs])
  return idle
}
