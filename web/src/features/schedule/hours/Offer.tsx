import type { CSSProperties } from 'react'
import { DAY_START, minutesOf, STEP } from '../clock-time'
import styles from './Offer.module.css'
import type { TimePlaces } from '../api'

/** A quarter hour that is on offer, behind the sessions: how much of it is taken. */
export function Offer({ places, named }: { places: TimePlaces; named: boolean }) {
  const { time, capacity, taken } = places
  const share = capacity === 0 ? 0 : Math.min(1, taken / capacity)
  return (
    <span
      aria-hidden="true"
      className={styles.offer}
      data-words={named ? `${taken} of ${capacity} taken` : undefined}
      style={{ '--from': (minutesOf(time) - DAY_START) / STEP, '--share': share } as CSSProperties}
    />
  )
}
