import { useRef, type ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { shortDay, type CivilDate } from '../../../academy/civil-date'
import type { Alternative } from './day-view'
import text from '../../../components/text.module.css'
import styles from './SelectionBar.module.css'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { useBarHeight } from './use-bar-height'

interface SelectionBarProps {
  tone: 'empty' | 'ready' | 'lost'
  /** Announced at once. */
  alert?: boolean
  /** The selection, or what happened to it. */
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** The bar at the bottom of the calendar: the selection, and the button that continues. */
export function SelectionBar({ tone, alert = false, title, children, action }: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  useBarHeight(bar)
  return (
    <section
      ref={bar}
      aria-label="Your choice"
      className={classNames(styles.dock, styles[tone])}
      data-dock=""
    >
      <Cluster gap={[3, 5]} align="center" between>
        <Stack gap={2} shrink role={alert ? 'alert' : undefined}>
          <p className={classNames(styles.title, text.figuresHeavy)}>{title}</p>
          {children}
        </Stack>
        {action && (
          <Cluster gap={3} className={styles.action}>
            {action}
          </Cluster>
        )}
      </Cluster>
    </section>
  )
}

interface AlternativesProps {
  date: CivilDate
  options: readonly Alternative[]
  onPick: (option: Alternative) => void
}

/** The nearest times that are still free, one press each. */
export function Alternatives({ date, options, onPick }: AlternativesProps) {
  if (options.length === 0) return <p>There is no other time near. Pick another day from the calendar.</p>
  return (
    <Cluster as="ul" gap={2} aria-label="Nearest free times">
      {options.map((option) => (
        <li key={option.date + option.time}>
          <Button variant="secondary" onClick={() => onPick(option)}>
            {option.date === date ? option.time : `${shortDay(option.date)}, ${option.time}`}
          </Button>
        </li>
      ))}
    </Cluster>
  )
}
