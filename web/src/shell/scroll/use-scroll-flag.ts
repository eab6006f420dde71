import { useEffect, useState } from 'react'
import { AT_TOP, CLEAR_PX, scrolledTo } from './scroll-flag'

export interface ScrollFlag {
  /** The scroll-up flag (RULES 13.3). */
  flag: boolean
  direction: 'up' | 'down' | null
  /** Far enough down that the bar makes room. */
  past: boolean
}

/** Follows the window's scrolling; renders again only when something of it changed. */
export function useScrollFlag(): ScrollFlag {
  const [shown, setShown] = useState<ScrollFlag>({ flag: false, direction: null, past: false })
  useEffect(() => {
    let state = scrolledTo(AT_TOP, window.scrollY)
    const follow = () => {
      state = scrolledTo(state, window.scrollY)
      const { flag, direction, y } = state
      const past = y >= CLEAR_PX
      setShown((before) =>
        before.flag === flag && before.direction === direction && before.past === past
          ? before
          : { flag, direction, past },
      )
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  return shown
}
