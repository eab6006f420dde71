import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token of a mailed link, behind the `#`, which no server sees; links of older letters have it in the query. It is
 * taken out of the address bar at once, so that it stands in no history, no bookmark and no Referer.
 */
export function useMailedToken(): string | null {
  const found = useLocation({ select: ({ hash, search }) => mailedToken(hash, search) })
  const [token] = useState(found)
  useEffect(() => {
    if (found !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [found])
  return token
}

/** The token in an address, read from the hash first. */
export function mailedToken(hash: string, search: Readonly<Record<string, unknown>>): string | null {
  const behind = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  if (behind !== null && behind !== '') return behind
  const { token } = search
  return typeof token === 'string' || typeof token === 'number' ? String(token) : null
}
