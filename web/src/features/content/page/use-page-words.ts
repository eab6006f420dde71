import { usePage, type PageId } from './use-page'
import { textOf } from '../content-item'
import { paragraphs } from '../text/plain-text'

/**
 * The authored words over a page whose body is not content (sign-in, booking, tickets): its title, headline and
 * intro, with what the page itself says standing in until they have come, or when they do not.
 */
export function usePageWords(id: PageId, otherwise: { title: string; headline: string; intro?: string }) {
  const { page } = usePage(id)
  const word = (key: string) => (page ? textOf(page.elements, key) : '')
  return {
    title: word('title') || otherwise.title,
    headline: word('headline') || otherwise.headline,
    intro: paragraphs(word('intro')).join(' ') || otherwise.intro || '',
    description: word('description') || undefined,
  }
}
