import { useEffect } from 'react'
import { backToTarget, scrollToTarget } from './scroll-to'

const PATIENCE_MS = 8000

/** With any of these the reader takes over. */
const TAKEN_OVER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the element named by the address's hash, which the router has decoded (RULES 13.3), as soon as it exists. What
 * loads above it pushes it away, so it is brought back until the reader takes over.
 */
export function useHashScroll(hash: string, pathname: string): void {
  useEffect(() => {
    if (!hash) return
    let found = scrollToTarget(hash)
    const seeking = new MutationObserver(() => {
      found ||= scrollToTarget(hash)
    })
    seeking.observe(document.body, { childList: true, subtree: true })
    let height = document.body.offsetHeight
    const holding = new ResizeObserver(() => {
      if (found && document.body.offsetHeight !== height) backToTarget(hash)
      height = document.body.offsetHeight
    })
    holding.observe(document.body)
    const end = () => {
      seeking.disconnect()
      holding.disconnect()
      window.clearTimeout(timer)
      for (const event of TAKEN_OVER) window.removeEventListener(event, end)
    }
    const timer = window.setTimeout(end, PATIENCE_MS)
    for (const event of TAKEN_OVER) window.addEventListener(event, end, { passive: true })
    return end
  }, [hash, pathname])
}
