import css from './profile.module.css'
import { shownSections } from './sections'
import { useSectionInView } from './use-section-in-view'

/** The navigation of the page: beside it on a wide screen, above it on a phone. */
export function ProfileNav({ sendsNotifications }: { sendsNotifications: boolean }) {
  const sections = shownSections(sendsNotifications)
  const current = useSectionInView(sections.map(({ id }) => id))
  return (
    <nav className={css.nav} aria-label="On this page">
      <ul className={css.navList}>
        {sections.map(({ id, title }) => (
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
