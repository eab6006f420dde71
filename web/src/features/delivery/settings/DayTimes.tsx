import styles from './ProgrammeSettings.module.css'
import { HOURS, toggled } from './times'

interface DayTimesProps {
  /** Which day, for a screen reader. */
  label: string
  times: readonly string[]
  onChange: (times: string[]) => void
}

/** The sixty quarter hours of a day: each alone, or an hour at once. */
export function DayTimes({ label, times, onChange }: DayTimesProps) {
  const chosen = new Set(times)
  return (
    <div className={styles.hours} role="group" aria-label={`Times on ${label}`}>
      {HOURS.map(({ hour, times: quarters }) => {
        const whole = quarters.every((time) => chosen.has(time))
        return (
          <div key={hour} className={styles.hour} role="group" aria-label={`From ${hour}`}>
            <button
              type="button"
              className={styles.whole}
              aria-pressed={whole}
              aria-label={`The whole hour from ${hour}`}
              onClick={() => onChange(toggled(times, quarters, !whole))}
            >
              {hour}
            </button>
            {quarters.map((time) => (
              <label key={time} className={styles.quarter} data-on={chosen.has(time) || undefined}>
                <input
                  type="checkbox"
                  className={styles.hidden}
                  aria-label={time}
                  checked={chosen.has(time)}
                  onChange={(event) => onChange(toggled(times, [time], event.currentTarget.checked))}
                />
                <span aria-hidden="true">{time.slice(2)}</span>
              </label>
            ))}
          </div>
        )
      })}
    </div>
  )
}
