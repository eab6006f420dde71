import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'

/** Points against those that the sliders started from: `+2.00`; nothing while they are equal. */
export function Difference({ now, from }: { now: number; from: number }) {
  const hundredths = Math.round(now * 100) - Math.round(from * 100)
  if (hundredths === 0) return null
  const size = (Math.abs(hundredths) / 100).toFixed(2)
  return (
    <span className={classNames(text.figuresStrong, hundredths > 0 ? text.accent : text.signal)}>
      {hundredths > 0 ? `+${size}` : `−${size}`}
    </span>
  )
}
