// The content of the side menu (RULES 13.2): the item `menu` as authored, or the defaults below.
import { groupsOf, linkOf, type ContentItem, type ContentLink } from '../features/content/content-item'
import { localised, paths } from '../paths'
import type { RoleId } from '../api/types'

export interface MenuContent {
  /** The large entries. */
  main: ContentLink[]
  /** The small ones at its foot. */
  more: ContentLink[]
}

const OWN: MenuContent = {
  main: [
    { url: paths.home(), text: 'Homepage' },
    { url: paths.myAccount(), text: 'Athlete page' },
    { url: paths.leaderboard(), text: 'Leaderboard' },
    { url: paths.mediaCenter(), text: 'Media center' },
    { url: paths.myTests(), text: 'My tests' },
    { url: paths.bookTest(), text: 'Book a test' },
  ],
  more: [
    { url: paths.myProfile(), text: 'My Profile' },
    { url: paths.faqs(), text: 'FAQs' },
    { url: paths.about(), text: 'About the Test' },
  ],
}

/** The areas of staff by their role (RULES 9.2). */
const AREAS: Readonly<Record<RoleId, ContentLink | null>> = {
  1: null,
  2: { url: paths.instoreAdmin(), text: 'In-store admin' },
  3: { url: paths.deliveryAdmin(), text: 'Delivery admin' },
  4: { url: paths.coachAdmin(), text: 'Coach admin' },
}

const linksOf = (item: ContentItem | null, key: string): ContentLink[] =>
  item ? groupsOf(item.elements, key).flatMap((row) => linkOf(row, 'link') ?? []) : []

/** For programme delivery the media center leads to the reveal (RULES 13.2), and the reveal to the media center. */
const extra = (link: ContentLink, role: RoleId): ContentLink =>
  role === 3 && !link.action && localised(link.url) === paths.mediaCenter()
    ? { ...link, url: paths.revealDesk() }
    : link

/**
 * The entries for a signed-in person: MY TESTS or BOOK A TEST, never both; staff have their area too. The menu's own
 * button signs out, so an authored one is left out. A group that is not authored gets the defaults.
 */
export function menuFor(
  item: ContentItem | null,
  choice: 'MY_TESTS' | 'BOOK_A_TEST',
  role: RoleId,
): MenuContent {
  const other = choice === 'MY_TESTS' ? paths.bookTest() : paths.myTests()
  const shown = (links: ContentLink[]) =>
    links
      .filter((link) => link.action !== 'logout' && (link.action || localised(link.url) !== other))
      .map((link) => extra(link, role))
  const authored = { main: linksOf(item, 'main'), more: linksOf(item, 'more') }
  const area = AREAS[role]
  return {
    main: [...shown(authored.main.length > 0 ? authored.main : OWN.main), ...(area ? [area] : [])],
    more: shown(authored.more.length > 0 ? authored.more : OWN.more),
  }
}
