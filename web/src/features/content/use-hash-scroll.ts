import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const PATIENCE_MS = 3000

/** Scrolls the element that the address's hash names into view (spec §2), as soon as the page has it. */
export function useHashScroll(ready: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (!ready || !hash) return
    const since = performance.now()
    let frame = 0
    const look = () => {
      const target = document.getElementById(hash)
      if (target) {
        // The type may still be on its way, and moves what stands above.
        void document.fonts.ready.then(() => target.scrollIntoView({ block: 'start', behavior: 'instant' }))
      } else if (performance.now() - since < PATIENCE_MS) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [hash, ready])
}
