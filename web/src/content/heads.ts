// Owns which components draw the page's one `h1` themselves; the template draws it for all other pages.
import { itemsOf, textOf, type ContentItem } from '../features/content/content-item'

const HEADED: ReadonlySet<string> = new Set([
  'arrivals',
  'calendar',
  'coach-admin',
  'delivery-admin',
  'form',
  'hero',
  'instore-admin',
  'my-profile',
  'reveal-desk',
])

/** Whether a component of the page draws its heading. */
export const isHeaded = (page: ContentItem): boolean =>
  itemsOf(page.elements, 'components').some(
    (item) =>
      HEADED.has(item.typeId) ||
      (item.typeId === 'booking-details' && textOf(item.elements, 'variant') !== 'card'),
  )
