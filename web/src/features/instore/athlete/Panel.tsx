import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { Icon } from '../../../components/graphics/Icon'
import text from '../../../components/text.module.css'
import touch from '../../../components/touch.module.css'
import styles from './Panel.module.css'

interface PanelProps extends Omit<ComponentProps<typeof Stack>, 'gap' | 'title'> {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** Back to the six tests, where the panel has replaced them; `narrow` if it does so only on a phone. */
  onBack?: (() => void) | undefined
  narrow?: boolean
}

/** The panel beside the six tests of an athlete: a test, the final, or the athlete's details. */
export function Panel({ title, aside, onBack, narrow, children, ...rest }: PanelProps) {
  return (
    <Stack as="section" gap={3} top shrink {...rest}>
      <Cluster as="header" gap={3} nowrap align="center" className={styles.head}>
        {onBack && (
          <button
            type="button"
            className={classNames(styles.back, narrow && styles.narrow, touch.square)}
            onClick={onBack}
          >
            <Icon name="arrowLeft" label="Back to the six tests" />
          </button>
        )}
        <h2 tabIndex={-1} data-takes-focus="" className={classNames(text.h3, text.black, text.anywhere)}>
          {title}
        </h2>
        {aside}
      </Cluster>
      {children}
    </Stack>
  )
}

/** The panel's main buttons, always visible. */
export function PanelActions({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.actions, className)}>{children}</div>
}
