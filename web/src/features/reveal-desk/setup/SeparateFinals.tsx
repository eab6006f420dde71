import type { ReactNode } from 'react'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './SeparateFinals.module.css'
import { FinalRow } from './FinalRow'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import type { RevealFinal } from '../api'

interface SeparateFinalsProps {
  title: string
  finals: readonly RevealFinal[]
  /** The name of each for its button. */
  called: (final: RevealFinal) => string
  onAlone: (final: RevealFinal) => void
  /** Why they are not among the others. */
  children: ReactNode
}

/** Held finals that are not part of the ceremony; each can be revealed alone. Renders nothing if there are none. */
export function SeparateFinals({ title, finals, called, onAlone, children }: SeparateFinalsProps) {
  if (finals.length === 0) return null
  return (
    <Stack as="section" gap={3} className={styles.beside} aria-label={title}>
      <h2 className={text.h3}>{title}</h2>
      <p className={text.intro}>{children}</p>
      <Stack as="ul" gap={2}>
        {finals.map((final) => (
          <li key={final.bookingId} className={classNames(styles.item, box.box)}>
            <FinalRow final={final} called={called(final)} onAlone={() => onAlone(final)} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
