import { usePage, type PageId } from './use-page'
import { textOf } from '../content-item'
import { paragraphs } from '../text/plain-text'

/**
 * The authored title, headline and intro of a page whose body is not content (sign-in, booking, tickets). The page's
 * own texts are used until these have loaded, and if they cannot be.
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
