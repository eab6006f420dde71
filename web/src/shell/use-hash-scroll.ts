import { useEffect } from 'react'

const PATIENCE_MS = 4000

/** Scrolls the element named by the address's hash into view (spec §2), as soon as it is there. */
export function useHashScroll(hash: string, pathname: string): void {
  useEffect(() => {
    if (!hash) return
    const id = decodeURIComponent(hash.replace(/^#/, ''))
    const show = () => {
      const element = document.getElementById(id) ?? document.querySelector(`[data-item="${CSS.escape(id)}"]`)
      element?.scrollIntoView({ block: 'start' })
      return element !== null
    }
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
