import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token of a mailed link. It is taken out of the address bar at once, so that it stands in no history, no
 * bookmark and no Referer.
 */
export function useMailedToken(): string | null {
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })
  const found =
    typeof search.token === 'string' || typeof search.token === 'number' ? String(search.token) : null
  const [token] = useState(found)
  useEffect(() => {
    if (found !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [found])
  return token
}
