import { useEffect, useEffectEvent } from 'react'

/** How long resize handling waits (RULES 13.3). */
const RESIZE_DELAY_MS = 100

/** Calls when the window's width has changed and kept still for a moment. */
export function useWidthChange(changed: () => void): void {
  const tell = useEffectEvent(changed)
  useEffect(() => {
    let width = window.innerWidth
    let timer = 0
    const resize = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        if (window.innerWidth === width) return
        width = window.innerWidth
        tell()
      }, RESIZE_DELAY_MS)
    }
    window.addEventListener('resize', resize)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('resize', resize)
    }
  }, [])
}
