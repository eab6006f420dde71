import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token of a mailed link, behind the `#`, which no server sees; older letters have it in the query. It is removed
 * from the address at once, so that it is in no history, bookmark or Referer.
 */
export function useMailedToken(): string | null {
  const found = useLocation({ select: ({ hash, search }) => mailedToken(hash, search) })
  const [token] = useState(found)
  useEffect(() => {
    if (found !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [found])
  return token
}

/** The token in an address, preferably from the hash. */
export function mailedToken(hash: string, search: Readonly<Record<string, unknown>>): string | null {
  const behind = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  if (behind !== null && behind !== '') return behind
  const { token } = search
  return typeof token === 'string' || typeof token === 'number' ? String(token) : null
}
