import { draftsIn } from '../features/authoring/drafts'
import { itemsOf } from '../features/content/content-item'
import type { PartProps } from '../first-html/part'
import { drawsAlong, isCardVariant } from '../first-html/traits'
import { PreviewBox } from './PreviewBox'

/** What of a component is a draft, in a preview: a published page shows the version before. */
export function DraftNotes({ item, page }: PartProps) {
  // The one that is being edited is its author's own draft.
  const own = item.id === page.id ? item.elements : item
  const along = isCardVariant(item)
    ? []
    : itemsOf(page.elements, 'components').filter((other) => drawsAlong(item, other))
  return draftsIn([own, along]).map((name) => (
    <PreviewBox key={name} title={`“${name}” is a draft`} tone="info">
      Visitors do not see this version. It is not published with what shows it: publish it too.
    </PreviewBox>
  ))
}
