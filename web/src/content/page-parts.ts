// Which components a page consists of, and which of them are cards.
import { itemsOf, type ContentItem } from '../features/content/content-item'
import { drawsAlong, isCardVariant } from '../first-html/traits'

/** Whether it is shown as a card beside others; anything else is as wide as the page. */
export const isCard = (item: ContentItem): boolean =>
  item.typeId === 'scorecard' ||
  item.typeId === 'test-score' ||
  (item.typeId === 'booking-details' && isCardVariant(item))

/** The components of a page in order, without those that another one draws. */
export function partsOf(page: ContentItem): ContentItem[] {
  const items = itemsOf(page.elements, 'components')
  return items.filter(
    (item, at) =>
      !items.some(
        (other, otherAt) =>
          otherAt !== at &&
          !isCardVariant(other) &&
          drawsAlong(other, item) &&
          (other.typeId !== item.typeId || otherAt < at),
      ),
  )
}

/** The components of one type on a page. */
export const partsOfType = (page: ContentItem, typeId: string): ContentItem[] =>
  itemsOf(page.elements, 'components').filter((item) => item.typeId === typeId)
