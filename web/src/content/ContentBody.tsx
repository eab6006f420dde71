import { usePreviewMode } from '../components/preview-mode'
import { categoryOf, missingOf, type ContentItem } from '../features/content/content-item'
import { PreviewBox } from './PreviewBox'
import styles from './ContentBody.module.css'
import { isCard, partsOf } from './page-parts'
import { PageSection } from './PageSection'
import { Flexi } from './templates/Flexi'
import { TEMPLATES } from './templates/templates'

/** A page: its template, filled with its components in order. */
export function ContentBody({ page }: { page: ContentItem }) {
  const Template = TEMPLATES[categoryOf(page.elements, 'template')] ?? Flexi
  return (
    <Template page={page}>
      <Parts page={page} />
    </Template>
  )
}

/** Only the components. Consecutive cards are placed side by side. */
export function Parts({ page }: { page: ContentItem }) {
  const preview = usePreviewMode()
  const runs: ContentItem[][] = []
  for (const item of partsOf(page)) {
    const last = runs.at(-1)
    if (last?.[0] && isCard(item) && isCard(last[0])) last.push(item)
    else runs.push([item])
  }
  return (
    <>
      {runs.map((run, at) => {
        const slots = run.map((item, within) => (
          <PageSection key={`${within}-${item.id}`} item={item} page={page} />
        ))
        const [first] = run
        return (
          <div key={`${at}-${first?.id}`} className={first && isCard(first) ? styles.cards : undefined}>
            {slots}
          </div>
        )
      })}
      {preview &&
        missingOf(page.elements, 'components').map((id) => (
          <PreviewBox key={id} title={`“${id}” is not there`}>
            The page names this component, but it has been taken away or is not ready. Visitors see nothing
            here.
          </PreviewBox>
        ))}
    </>
  )
}
