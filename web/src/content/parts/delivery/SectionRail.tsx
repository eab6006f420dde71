import { useId, useState } from 'react'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { paths } from '../../../paths'
import { GROUPS, type Section } from './sections'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import styles from './SectionRail.module.css'

/** The navigation between sections: a rail beside them, and on narrow screens a list that opens over them. */
export function SectionRail({ current }: { current: Section }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <nav aria-label="Sections of this area" className={styles.rail}>
      <button
        type="button"
        className={classNames(styles.toggle, box.control)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((was) => !was)}
      >
        <span>
          <span className={classNames(styles.word, text.aside)}>Section</span> {current.label}
        </span>
        <Icon name="chevronDown" small />
      </button>
      <ul id={id} className={styles.groups} data-open={open || undefined}>
        {GROUPS.map(({ label, sections }) => (
          <li key={label}>
            <span className={styles.label} id={`${id}-${label}`}>
              {label}
            </span>
            <Stack as="ul" gap={0} aria-labelledby={`${id}-${label}`}>
              {sections.map((entry) => (
                <li key={entry.label}>
                  <a
                    href={'key' in entry ? paths.deliveryAdmin({ section: entry.key }) : entry.href}
                    className={styles.entry}
                    aria-current={entry === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {entry.label}
                  </a>
                </li>
              ))}
            </Stack>
          </li>
        ))}
      </ul>
    </nav>
  )
}
