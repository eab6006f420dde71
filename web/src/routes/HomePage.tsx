import { ComponentList } from '../features/content/ComponentList'
import { itemsOf } from '../features/content/content-item'
import { ContentPage } from '../features/content/ContentPage'
import { PAGES } from '../features/content/use-page'

/** `/`: whatever components the homepage's item lists. */
export function HomePage() {
  return (
    <ContentPage id={PAGES.home} title="Be all six">
      {(page) => <ComponentList items={itemsOf(page.elements, 'components')} />}
    </ContentPage>
  )
}
