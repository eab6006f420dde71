import { useEffect, useState } from 'react'

/** How long typing has to pause before a request is sent. */
const PAUSE_MS = 250

/** A value, such as what was typed, once it has not changed for a moment. */
export function useSettled<T>(value: T, pauseMs = PAUSE_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
