import css from './profile.module.css'
import { SECTIONS } from './sections'
import { useSectionInView } from './use-section-in-view'

/** The navigation of the page: beside it on a wide screen, above it on a phone. */
export function ProfileNav() {
  const current = useSectionInView(SECTIONS.map(({ id }) => id))
  return (
    <nav className={css.nav} aria-label="On this page">
      <ul className={css.navList}>
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className={css.navLink} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
