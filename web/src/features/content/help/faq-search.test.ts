import { describe, expect, it } from 'vitest'
import { findFaqs, type FaqGroup } from './faq-search'

const rich = (text: string) => ({ html: null, text })

const GROUPS: FaqGroup[] = [
  {
    id: 'a',
    title: 'Booking',
    text: rich(''),
    faqs: [{ anchor: 'x', question: 'Can I cancel?', answer: rich('Yes, in **My Tests**.') }],
  },
  {
    id: 'b',
    title: 'Scores',
    text: rich(''),
    faqs: [{ anchor: 'y', question: 'What’s a season?', answer: rich('A set of dates.') }],
  },
]

describe('findFaqs', () => {
  it('gives everything for an empty search', () => {
    expect(findFaqs(GROUPS, '  ')).toHaveLength(2)
  })

  it('wants every word, anywhere, without regard to case or apostrophes', () => {
    expect(findFaqs(GROUPS, 'my CANCEL').map((group) => group.id)).toEqual(['a'])
    expect(findFaqs(GROUPS, "what's").map((group) => group.id)).toEqual(['b'])
    expect(findFaqs(GROUPS, 'cancel season')).toEqual([])
  })
})
