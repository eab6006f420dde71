import { ComponentList } from '../features/content/ComponentList'
import { itemsOf } from '../features/content/content-item'
import { ContentPage } from '../features/content/ContentPage'
import { PageHead } from '../features/content/PageHead'
import { PAGES } from '../features/content/use-page'

/** `/my-account-about-the-tests`: the six tests, one by one, and how the score is made. */
export function AboutPage() {
  return (
    <ContentPage id={PAGES.about} title="About the Test">
      {(page) => (
        <>
          <PageHead page={page} />
          <ComponentList items={itemsOf(page.elements, 'components')} />
        </>
      )}
    </ContentPage>
  )
}
