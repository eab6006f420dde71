import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { moveToEntry, ofEntry } from '../../auth/mailed-secret'

/** The token of a mailed link, behind the `#`, which no server sees; older letters have it in the query. */
export function useMailedToken(): string | null {
  const found = useLocation({ select: ({ hash, search }) => mailedToken(hash, search) })
  const [token] = useState(() => found ?? mailedToken(ofEntry(), {}))
  useEffect(() => {
    if (found !== null) moveToEntry(`#token=${encodeURIComponent(found)}`)
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
