import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const SETTLING_MS = 3000
const STOPS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Holds the element that the address's hash names at the top while an authored page is still growing (its Markdown
 * is rendered late and moves what stands below). The shell scrolls there once; this lets go after a moment, or as
 * soon as the person scrolls.
 */
export function useHashAnchor(ready: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (!ready || !hash) return
    const id = decodeURIComponent(hash)
    const hold = () => document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'instant' })
    const growing = new ResizeObserver(hold)
    const stop = () => {
      growing.disconnect()
      window.clearTimeout(timer)
      for (const event of STOPS) window.removeEventListener(event, stop)
    }
    const timer = window.setTimeout(stop, SETTLING_MS)
    growing.observe(document.body)
    for (const event of STOPS) window.addEventListener(event, stop, { passive: true })
    return stop
  }, [hash, ready])
}
