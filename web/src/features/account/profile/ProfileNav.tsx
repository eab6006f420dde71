import { useEffect, useState } from 'react'
import css from './profile.module.css'
import { shownSections } from './sections'

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

/** The section being read: the last whose top has passed the upper third of the window. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const key = ids.join(' ')
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const passed = key.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= line
      })
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((atEnd ? key.split(' ') : passed).at(-1) ?? key.split(' ')[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [key])
  return current
}
