import { itemsOf } from '../features/content/content-item'
import { ContentPage } from '../features/content/ContentPage'
import { Faqs } from '../features/content/Faqs'
import { PageHead } from '../features/content/PageHead'
import { PAGES } from '../features/content/use-page'

/** `/frequently-asked-questions`: the groups of questions, searchable; `#anchor` opens one. */
export function FaqsPage() {
  return (
    <ContentPage id={PAGES.faqs} title="FAQs">
      {(page) => (
        <>
          <PageHead page={page} />
          <Faqs groups={itemsOf(page.elements, 'components').filter((item) => item.typeId === 'faq-group')} />
        </>
      )}
    </ContentPage>
  )
}
