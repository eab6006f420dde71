// How the page treats each type of component before, while and besides drawing it.
import { itemsOf, textOf, type ContentItem } from '../features/content/content-item'

interface Traits {
  /** It draws the page's one `h1` itself; the template draws it for all other pages. */
  headed?: true
  /** People come for it: React draws it at once, and it says so when it breaks instead of vanishing. */
  essential?: true
  /** It has side effects when rendered (redirects, whole staff areas): a preview shows its name instead. */
  acts?: true
  /** Types that it draws along with itself, so that the page does not draw them twice. */
  companions?: readonly string[]
}

/** By `typeId`; a type without a line has no trait. */
const TRAITS: Readonly<Record<string, Traits | undefined>> = {
  arrivals: { headed: true, essential: true, acts: true },
  'booking-details': { essential: true, companions: ['test-results', 'getting-there'] },
  calendar: { headed: true, essential: true, companions: ['test-details', 'test-confirm'] },
  'coach-admin': { headed: true, essential: true, acts: true },
  crews: { headed: true, essential: true },
  'delivery-admin': { headed: true, essential: true, acts: true },
  document: { companions: ['document'] },
  'faq-group': { companions: ['faq-group'] },
  form: { headed: true, essential: true, acts: true },
  hero: { headed: true },
  'instore-admin': { headed: true, essential: true, acts: true },
  'media-center': { essential: true },
  'my-profile': { headed: true, essential: true },
  'reveal-desk': { headed: true, essential: true, acts: true },
}

export const traitsOf = ({ typeId }: Pick<ContentItem, 'typeId'>): Traits => TRAITS[typeId] ?? {}

/** Whether one draws the other along with itself. */
export const drawsAlong = (item: ContentItem, other: ContentItem): boolean =>
  traitsOf(item).companions?.includes(other.typeId) ?? false

/** The booking as a card on a dashboard, in place of the whole ticket. */
export const isCardVariant = (item: ContentItem) => textOf(item.elements, 'variant') === 'card'

/** Whether a component of the page draws its heading. */
export const isHeaded = (page: ContentItem): boolean =>
  itemsOf(page.elements, 'components').some(
    (item) => traitsOf(item).headed || (item.typeId === 'booking-details' && !isCardVariant(item)),
  )
