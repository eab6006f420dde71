import { itemsOf } from '../features/content/content-item'
import { ContentPage } from '../features/content/ContentPage'
import { Documents } from '../features/content/Documents'
import { PageHead } from '../features/content/PageHead'
import { PAGES } from '../features/content/use-page'

/** `/terms-and-conditions`: terms, privacy (`#privacy`) and consent (`#consent`) with one list of contents. */
export function TermsPage() {
  return (
    <ContentPage id={PAGES.terms} title="Terms and conditions">
      {(page) => (
        <>
          <PageHead page={page} />
          <Documents
            items={itemsOf(page.elements, 'components').filter((item) => item.typeId === 'document')}
          />
        </>
      )}
    </ContentPage>
  )
}
