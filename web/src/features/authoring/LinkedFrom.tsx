import { Notice } from '../../components/feedback/Notice'
import type { ItemDetails } from './api'
import { ItemLinks } from './ItemLinks'

/** The places whose links will lead to nothing once the page is gone. */
export function LinkedFrom({ items }: { items: ItemDetails['linkedFrom'] }) {
  if (items.length === 0) return null
  return (
    <Notice tone="problem" title="Links to it will lead nowhere">
      <p>Change or remove them in:</p>
      <ItemLinks items={items} />
    </Notice>
  )
}
