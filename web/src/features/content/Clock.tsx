import styles from './Clock.module.css'
import type { TimeLeft } from './season-phase'

const UNITS = [
  ['days', 'Days'],
  ['hours', 'Hours'],
  ['minutes', 'Min'],
  ['seconds', 'Sec'],
] as const

/** The time left, in four hexagons; screen readers get days and hours on request. */
export function Clock({ left }: { left: TimeLeft | null }) {
  return (
    <div role="timer" className={styles.clock} aria-label={left ? spoken(left) : 'Loading'}>
      {UNITS.map(([unit, label]) => (
        <div key={unit} className={styles.unit} aria-hidden="true">
          <span className={styles.digits}>{left ? String(left[unit]).padStart(2, '0') : '--'}</span>
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  )
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

function spoken({ days, hours, minutes }: TimeLeft): string {
  return days > 0
    ? `${count(days, 'day')} and ${count(hours, 'hour')} left`
    : `${count(hours, 'hour')} and ${count(minutes, 'minute')} left`
}
