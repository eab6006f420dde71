import { useEffect } from 'react'
import { scrollToTarget } from './scroll-to'

const PATIENCE_MS = 4000

/**
 * Scrolls to the element named by the address's hash, which the router has decoded (RULES 13.3), as soon as it exists.
 */
export function useHashScroll(hash: string, pathname: string): void {
  useEffect(() => {
    if (!hash) return
    const show = () => scrollToTarget(hash)
    if (show()) return
    const observer = new MutationObserver(() => {
      if (show()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = window.setTimeout(() => observer.disconnect(), PATIENCE_MS)
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
    }
  }, [hash, pathname])
}
