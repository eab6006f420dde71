import { useRouterState } from '@tanstack/react-router'
import { useSession } from '../auth/SessionProvider'
import { classNames } from '../components/class-names'
import type { ContentLink } from '../features/content/content-item'
import { ContentLinkText } from '../features/content/text/ContentLink'
import { usePage } from '../features/content/page/use-page'
import { localised } from '../paths'
import { menuFor } from './menu'
import styles from './MenuEntries.module.css'
import { useMenuChoice } from './use-menu-choice'

/** The entries of the side menu (RULES 13.2), as the item `menu` has them. */
export function MenuEntries() {
  const { data: session } = useSession()
  const { page: item } = usePage('menu')
  const choice = useMenuChoice(session !== null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  const { main, more } = menuFor(item, choice, session?.role ?? 1)
  const entry = (link: ContentLink, className: string | undefined) => (
    <li key={`${link.url} ${link.text}`}>
      <ContentLinkText link={link} className={className} current={localised(link.url) === pathname} />
    </li>
  )
  return (
    <>
      <ul className={styles.list}>{main.map((link) => entry(link, styles.item))}</ul>
      <ul className={classNames(styles.list, styles.more)}>
        {more.map((link) => entry(link, styles.small))}
      </ul>
    </>
  )
}
