import { BookTest } from '../../features/booking/BookTest'
import { textOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/text/plain-text'
import type { PartProps } from '../../first-html/part'
import { partsOfType } from '../page-parts'

/** Booking a test in steps; the details and the confirmation get their wording from their own components. */
export function Calendar({ item, page }: PartProps) {
  const word = (own: string, ofPage: string) => textOf(item.elements, own) || textOf(page.elements, ofPage)
  const step = (typeId: string) => {
    const [found] = partsOfType(page, typeId)
    return {
      headline: found ? textOf(found.elements, 'headline') : '',
      text: found ? paragraphs(textOf(found.elements, 'text')).join(' ') : '',
    }
  }
  return (
    <BookTest
      words={{
        headline: word('headline', 'headline') || 'Pick your moment.',
        intro: paragraphs(word('text', 'intro')).join(' '),
        details: step('test-details'),
        confirm: step('test-confirm'),
      }}
    />
  )
}
