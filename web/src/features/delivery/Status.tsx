import type { BookingStatus } from '../../api/types'
import { SCORE_REMOVED, STATUS_NAME } from '../../academy/names'
import styles from './Status.module.css'

interface StatusProps {
  status: BookingStatus
  /** How far the athlete is on the day: more detailed than the status `booked`. */
  arrivedAt?: string | null
  onboardedAt?: string | null
  /** Whether the visit had a score that was removed. */
  scoreRemoved?: boolean
}

export function Status({ status, arrivedAt, onboardedAt, scoreRemoved }: StatusProps) {
  const word =
    status === 'booked' && onboardedAt
      ? 'Testing'
      : status === 'booked' && arrivedAt
        ? 'Arrived'
        : scoreRemoved
          ? SCORE_REMOVED
          : STATUS_NAME[status]
  return (
    <span className={styles.status} data-status={status}>
      {word}
    </span>
  )
}
