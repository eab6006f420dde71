import { Icon } from '../../../components/graphics/Icon'
import { speedsBeside } from '../ceremony'
import { Cluster } from '../../../components/layout/Cluster'
import touch from '../../../components/touch.module.css'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import styles from './Speed.module.css'

interface SpeedProps {
  speed: number
  busy: boolean
  disabled: boolean
  onChange: (speed: number) => void
}

/** How fast the screens play a step. */
export function Speed({ speed, busy, disabled, onChange }: SpeedProps) {
  const { slower, faster } = speedsBeside(speed)
  const step = (to: number | null, icon: 'minus' | 'plus', label: string) => (
    <button
      type="button"
      className={classNames(styles.step, touch.square)}
      aria-disabled={to === null || busy || disabled || undefined}
      onClick={() => to !== null && !busy && !disabled && onChange(to)}
    >
      <Icon name={icon} small label={label} />
    </button>
  )
  return (
    <Cluster gap={1} nowrap align="center" role="group" aria-label="Speed of the screens">
      <span className={styles.word}>Speed</span>
      {step(slower, 'minus', 'Slower')}
      <output className={classNames(styles.value, text.title)}>{speed}×</output>
      {step(faster, 'plus', 'Faster')}
    </Cluster>
  )
}
