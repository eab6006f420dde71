import { Suspense } from 'react'
import { PreviewMode } from '../components/preview-mode'
import { Loading, Skeleton } from '../components/feedback/States'
import { itemsOf, type ContentItem } from '../features/content/content-item'
import { ContentBody } from './ContentBody'
import { PageSection } from './PageSection'

/**
 * A page or a single component as visitors will see it, from its rendered JSON: the real template and components.
 * Nothing in it can be pressed, and problems are shown.
 */
export function PagePreview({ item }: { item: ContentItem }) {
  const isPage = item.elements.path !== undefined || itemsOf(item.elements, 'components').length > 0
  return (
    <PreviewMode value={true}>
      <div inert>
        <Suspense
          fallback={
            <Loading label="Loading the preview">
              <Skeleton height="24rem" />
            </Loading>
          }
        >
          {isPage ? <ContentBody page={item} /> : <PageSection item={item} page={item} />}
        </Suspense>
      </div>
    </PreviewMode>
  )
}
