import { useEffect, useState } from 'react'
import { onServerNow, serverNow } from '../../api/clock'
import { sessionRemaining, type Remaining } from '../../auth/lifetime'

/**
 * The state of a session by the server's clock: `fresh`, `ending` in its last five minutes, `over`. `stamp` is null if
 * nobody is signed in or the server's time is not known yet.
 */
export function useSessionEnd(stamp: number | null): Remaining {
  const [remaining, setRemaining] = useState<{ stamp: number | null; is: Remaining }>({ stamp, is: 'fresh' })
  useEffect(() => {
    if (stamp === null) return
    let timer = 0
    const look = () => {
      window.clearTimeout(timer)
      const { is, changesIn } = sessionRemaining(stamp, serverNow())
      setRemaining((before) => (before.stamp === stamp && before.is === is ? before : { stamp, is }))
      if (changesIn !== null) timer = window.setTimeout(look, changesIn)
    }
    look()
    // A laptop wakes up here first: while it slept, its timers did not run.
    document.addEventListener('visibilitychange', look)
    const stop = onServerNow(look)
    return () => {
      window.clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [stamp])
  return remaining.stamp === stamp ? remaining.is : 'fresh'
}
