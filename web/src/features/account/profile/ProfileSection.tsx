import type { ReactNode } from 'react'
import text from '../../../components/text.module.css'
import anchor from '../../../components/layout/anchor.module.css'
import { Stack } from '../../../components/layout/Stack'
import { SECTIONS, type SectionId } from './sections'

/** One part of the page under its heading. */
export function ProfileSection({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = SECTIONS.find((section) => section.id === id)?.title
  return (
    <Stack id={id} as="section" gap={4} top shrink className={anchor.anchor} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={text.h2}>
        {title}
      </h2>
      {children}
    </Stack>
  )
}
