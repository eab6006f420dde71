import { lazy, Suspense, type ComponentType } from 'react'
import type { ContentItem, Elements } from '../../features/content/content-item'
import { partsOfType } from '../page-parts'

// MY TESTS loads it under the same address as the page without a network: only so is it on the device. A ticket is shown
// without it rather than not at all.
const WayToTest = lazy<ComponentType<{ elements: Elements }>>(() =>
  import('../../features/content/blocks/GettingThere').then(
    (module) => ({ default: module.WayToTest }),
    () => ({ default: () => null }),
  ),
)

/** How to get to the academy, beside a ticket: as the page of tickets says it. */
export function Way({ page }: { page: ContentItem }) {
  const [way] = partsOfType(page, 'getting-there')
  return (
    way && (
      <Suspense>
        <WayToTest elements={way.elements} />
      </Suspense>
    )
  )
}
