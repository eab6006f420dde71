import { BookTest } from '../features/booking/BookTest'
import { PAGES } from '../features/content/use-page'
import { usePageWords } from '../features/content/use-page-words'

/** `/my-account-book-test`, BOOK A TEST. */
export function BookTestPage() {
  const words = usePageWords(PAGES.bookTest, {
    title: 'Book a test',
    headline: 'Pick your moment.',
    intro: 'Choose a day, then a quarter hour. Greyed-out times say why.',
  })
  return <BookTest words={words} />
}
