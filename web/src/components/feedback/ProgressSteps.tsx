import { classNames } from '../class-names'
import text from '../text.module.css'
import styles from './ProgressSteps.module.css'

export interface ProgressStepsProps {
  /** The names of the steps, in order. */
  steps: readonly string[]
  /** The index of the current step. */
  current: number
  /** The name of the flow, for a screen reader. */
  label?: string
  className?: string
}

/** The progress through a flow: a bar for each step, the current one named. */
export function ProgressSteps({ steps, current, label = 'Progress', className }: ProgressStepsProps) {
  return (
    <nav aria-label={label} className={classNames(styles.progress, className)}>
      <p className={text.strong}>
        <span className={classNames(text.accent, text.figures)}>
          {current + 1} of {steps.length}
        </span>{' '}
        {steps[current]}
      </p>
      <ol className={styles.bars}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classNames(
              styles.bar,
              index < current && styles.done,
              index === current && styles.now,
            )}
            {...(index === current ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={styles.name}>
              {step}
              {index < current && ', done'}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
