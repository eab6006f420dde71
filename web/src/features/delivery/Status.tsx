import type { BookingStatus } from '../../api/types'
import { STATUS_NAME } from '../../academy/names'
import styles from './Status.module.css'

interface StatusProps {
  status: BookingStatus
  /** How far the athlete is on the day: more detailed than the status `booked`. */
  arrivedAt?: string | null
  onboardedAt?: string | null
}

export function Status({ status, arrivedAt, onboardedAt }: StatusProps) {
  const word =
    status === 'booked' && onboardedAt
      ? 'Testing'
      : status === 'booked' && arrivedAt
        ? 'Arrived'
        : STATUS_NAME[status]
  return (
    <span className={styles.status} data-status={status}>
      {word}
    </span>
  )
}
