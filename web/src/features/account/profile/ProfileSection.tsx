import type { ReactNode } from 'react'
import text from '../../../components/text.module.css'
import css from './profile.module.css'
import { SECTIONS, type SectionId } from './sections'

/** One part of the page under its heading. */
export function ProfileSection({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = SECTIONS.find((section) => section.id === id)?.title
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={text.h2}>
        {title}
      </h2>
      {children}
    </section>
  )
}
