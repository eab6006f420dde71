import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'

/** The server's time in milliseconds, once a second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const ticking = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return now
}
