import { useLayoutEffect, type RefObject } from 'react'

const HEIGHT = '--dock-height'

/**
 * Reserves the height of the bar at the bottom of the window: a focused element is scrolled above the bar, and is not
 * covered when the bar grows (WCAG 2.4.11).
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement
    const measure = () => {
      const { top, height } = element.getBoundingClientRect()
      root.style.setProperty(HEIGHT, `${Math.ceil(height)}px`)
      const focused = document.activeElement
      if (!focused || focused.contains(element) || element.contains(focused)) return
      const at = focused.getBoundingClientRect()
      if (at.bottom > top && at.top < window.innerHeight) focused.scrollIntoView({ block: 'nearest' })
    }
    measure()
    const forget = () => root.style.removeProperty(HEIGHT)
    if (typeof ResizeObserver === 'undefined') return forget
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      forget()
    }
  }, [bar])
}
