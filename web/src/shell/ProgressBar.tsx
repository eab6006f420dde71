import { useEffect, useState } from 'react'
import styles from './ProgressBar.module.css'

/** Never less than this is shown (RULES 13.3). */
const MINIMUM = 0.2
const STEP_MS = 500
const AFTER_MS = 500

/** Navigation and long work, as a line across the top: minimum 0.2, ease, 500 ms, no spinner. */
export function ProgressBar({ busy }: { busy: boolean }) {
  const [value, setValue] = useState<number | null>(null)
  const [wasBusy, setWasBusy] = useState(busy)
  if (busy !== wasBusy) {
    setWasBusy(busy)
    setValue(busy ? MINIMUM : value === null ? null : 1)
  }
  useEffect(() => {
    if (busy) {
      // Slower the further it is: it never arrives before the work does.
      const timer = window.setInterval(
        () => setValue((at) => (at === null ? MINIMUM : at + (1 - at) * 0.15)),
        STEP_MS,
      )
      return () => window.clearInterval(timer)
    }
    const timer = window.setTimeout(() => setValue(null), AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [busy])
  return (
    <div className={styles.track} aria-hidden="true" data-busy={value === null ? undefined : true}>
      <div
        className={styles.bar}
        style={{ transform: `scaleX(${value ?? 0})` }}
        data-done={value === 1 || undefined}
      />
    </div>
  )
}
