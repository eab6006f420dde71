import { usePreviewMode } from '../../components/preview-mode'
import type { PartProps } from '../../first-html/part'
import { PreviewBox } from '../PreviewBox'

/** A step of booking on a page without its calendar: nothing for visitors, a note for the author. */
export function Companion({ item }: PartProps) {
  if (!usePreviewMode()) return null
  return (
    <PreviewBox title={`“${item.name}” belongs to a calendar`}>
      This step shows on a page that also has a calendar. Visitors see nothing here.
    </PreviewBox>
  )
}
