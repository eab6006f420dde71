import { Loading, Skeleton } from '../components/feedback/States'
import { Page } from '../components/layout/Page'
import { usePreviewMode } from '../components/preview-mode'
import { categoryOf, missingOf, textOf, type ContentItem } from '../features/content/content-item'
import { isHeaded } from '../first-html/traits'
import { PreviewBox } from './PreviewBox'
import styles from './ContentBody.module.css'
import { isCard, partsOf } from './page-parts'
import { PageSection } from './PageSection'
import { Flexi } from './templates/Flexi'
import type { TemplateProps } from './templates/props'
import { TEMPLATES } from './templates/templates'

/** A page: its template, filled with its components in order. */
export function ContentBody({ page }: { page: ContentItem }) {
  return (
    <InTemplate page={page}>
      <Parts page={page} />
    </InTemplate>
  )
}

function InTemplate({ page, children }: TemplateProps) {
  const Template = TEMPLATES[categoryOf(page.elements, 'template')] ?? Flexi
  return <Template page={page}>{children}</Template>
}

/**
 * Whether the template draws a heading without anybody's name in it: the server sends that before it is known who is
 * signed in (`site/page.rs`).
 */
export const hasOwnHeading = (page: ContentItem) =>
  !isHeaded(page) && !textOf(page.elements, 'headline').includes('{')

/** The heading of a page whose components are still to come. */
export function HeadingAhead({ page }: { page: ContentItem }) {
  return (
    <Page title={textOf(page.elements, 'title') || page.name} heading={null} width="full">
      <InTemplate page={page}>
        <Loading className={styles.ahead}>
          <Skeleton height="8rem" />
          <Skeleton height="8rem" />
        </Loading>
      </InTemplate>
    </Page>
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
