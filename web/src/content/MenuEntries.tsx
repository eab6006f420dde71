import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { profileQuery } from '../api/queries'
import { useSession } from '../auth/SessionProvider'
import { classNames } from '../components/class-names'
import type { ContentLink } from '../features/content/content-item'
import { ContentLinkText } from '../features/content/text/ContentLink'
import { usePage } from '../features/content/page/use-page'
import { localised } from '../paths'
import { loadRules } from '../rules'
import { menuFor } from './menu'
import styles from './MenuEntries.module.css'

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

/** MY TESTS or BOOK A TEST in the menu, by the status of the athlete's latest entry (RULES 13.2). */
function useMenuChoice(signedIn: boolean): 'MY_TESTS' | 'BOOK_A_TEST' {
  const { data: profile } = useQuery({ ...profileQuery(), enabled: signedIn })
  const status = profile?.events[0]?.eventList[0]?.eventTestStatus ?? null
  const { data } = useQuery({
    queryKey: ['menu-choice', status],
    queryFn: async () => (await loadRules()).menuChoice(status),
    enabled: signedIn && profile !== undefined,
    staleTime: Infinity,
  })
  return data === 'MY_TESTS' ? 'MY_TESTS' : 'BOOK_A_TEST'
}
