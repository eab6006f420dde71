import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'
import { SESSION_MS } from '../../auth/lifetime'
import styles from './SessionEnd.module.css'

const SECOND = 1000

const secondsLeft = (stamp: number) => Math.max(0, Math.ceil((stamp + SESSION_MS - serverNow()) / SECOND))

/** The time left, as a match clock. Read out when asked for, not every second. */
export function SessionEndClock({ stamp }: { stamp: number }) {
  const [left, setLeft] = useState(() => secondsLeft(stamp))
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(secondsLeft(stamp)), SECOND)
    return () => window.clearInterval(timer)
  }, [stamp])
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <p className={styles.clock} role="timer" aria-label="Time left">
      {minutes}:{seconds}
    </p>
  )
}
