import { useEffect } from 'react'

/** How long the page that somebody waits for has the network to itself. */
const AFTER_MS = 8000

/**
 * Fetches code that the first picture does without before it is needed: the network may be gone by then. Without it the code
 * comes when it is first drawn.
 */
export function FetchedLater({ load }: { load: () => Promise<unknown> }) {
  useEffect(() => {
    const timer = window.setTimeout(() => void load().catch(() => undefined), AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [load])
  return null
}
