import { Documents } from '../../features/content/help/Documents'
import type { PartProps } from '../../first-html/part'
import { partsOfType } from '../page-parts'

/** The long texts of a page with one list of contents. */
export function DocumentList({ item, page }: PartProps) {
  const documents = partsOfType(page, item.typeId)
  return <Documents items={documents.length > 0 ? documents : [item]} />
}
