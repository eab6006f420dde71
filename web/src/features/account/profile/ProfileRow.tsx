import type { ReactNode } from 'react'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import form from '../form/form.module.css'
import css from './profile.module.css'

interface ProfileRowProps {
  title: string
  tag?: string | false
  aside: ReactNode
  asideRole?: 'status'
  /** What went wrong with it. */
  problem?: ReactNode
  /** What can be done with it. */
  children: ReactNode
}

/** A thing in the list of a card, with what can be done with it beside it. */
export function ProfileRow({ title, tag, aside, asideRole, problem, children }: ProfileRowProps) {
  return (
    <Cluster as="li" gap={[2, 4]} align="center" between className={css.row}>
      <Stack gap={1} shrink className={css.rowText}>
        <Cluster as="p" gap={[1, 3]} align="baseline" className={text.heavy}>
          {title} {tag && <span className={css.tag}>{tag}</span>}
        </Cluster>
        <p className={form.aside} role={asideRole}>
          {aside}
        </p>
        {problem}
      </Stack>
      {children}
    </Cluster>
  )
}
