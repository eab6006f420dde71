import { RequireSession } from '../auth/RequireSession'
import { KeptTicket } from '../features/booking/KeptTicket'
import { MyTests } from '../features/booking/MyTests'
import { textOf } from '../features/content/content-item'
import { PAGES, usePage } from '../features/content/use-page'
import { usePageWords } from '../features/content/use-page-words'

/** `/my-account-my-booking`, MY TESTS. */
export function MyTestsPage() {
  const words = usePageWords(PAGES.myTests, {
    title: 'My tests',
    headline: 'Your ticket.',
    intro: 'Show the code at the academy. Plans changed? Move it or cancel it here.',
  })
  const { page } = usePage(PAGES.myTests)
  const word = (key: string) => (page ? textOf(page.elements, key) : '')
  return (
    <RequireSession title={words.title} offline={<KeptTicket title={words.title} heading={words.headline} />}>
      {() => (
        <MyTests
          words={{
            ...words,
            emptyHeadline: word('emptyHeadline') || 'Nothing in the diary.',
            emptyText: word('emptyText') || 'Six places a slot. One of them could be yours.',
          }}
        />
      )}
    </RequireSession>
  )
}
