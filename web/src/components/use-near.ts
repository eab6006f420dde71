import { useEffect, useState, type RefObject } from 'react'

/** How far below the window something counts as near, if nothing else is said. */
const AHEAD = '600px'

/**
 * Whether the element has been scrolled near, or the page is used by keyboard, which would pass over what is not there yet;
 * once true, it stays true.
 */
export function useNear(element: RefObject<HTMLElement | null>, ahead = AHEAD): boolean {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const watched = element.current
    if (near || !watched) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: ahead },
    )
    observer.observe(watched)
    const onFocus = () => setNear(true)
    document.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [ahead, element, near])
  return near
}
