import { useEffect, useState } from 'react'

/** How long typing has to pause before a request is sent. */
export const PAUSE_MS = 250

/** What was typed, once the typing pauses. */
export function useSettled(typed: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(typed), pauseMs)
    return () => window.clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}
