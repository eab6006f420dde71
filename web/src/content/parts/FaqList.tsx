import { Faqs } from '../../features/content/help/Faqs'
import type { PartProps } from '../../first-html/part'
import { partsOfType } from '../page-parts'

/** The groups of questions of a page, in one list with one search. */
export function FaqList({ item, page }: PartProps) {
  const groups = partsOfType(page, item.typeId)
  return <Faqs groups={groups.length > 0 ? groups : [item]} />
}
