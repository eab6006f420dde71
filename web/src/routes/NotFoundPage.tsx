import { HexagonMark } from '../components/art/HexagonMark'
import { Page } from '../components/layout/Page'
import { linkOf, textOf } from '../features/content/content-item'
import { PAGES, usePage } from '../features/content/page/use-page'
import { ContentLinkButton } from '../features/content/text/ContentLink'
import { paragraphs } from '../features/content/text/plain-text'
import { paths } from '../paths'
import styles from './NotFoundPage.module.css'

// RULES 13.5, letter for letter.
const SENTENCE = 'The page you are looking for cannot be found'

/** The two links where the content has none. */
const HOME = { url: paths.home(), text: 'Back to the homepage' }
const FAQS = { url: paths.faqs(), text: 'Read the FAQs' }

/** The page for unknown addresses: the sentence, and two links. It works without the content hub. */
export function NotFoundPage() {
  const elements = usePage(PAGES.notFound).page?.elements ?? {}
  const intro = paragraphs(textOf(elements, 'intro')).join(' ')
  return (
    <Page title={textOf(elements, 'title') || 'Page not found'} heading={null} width="full">
      <div className={styles.page}>
        <p className={styles.code} aria-hidden="true">
          4<HexagonMark className={styles.mark} />4
        </p>
        <div className={styles.words}>
          <h1>{SENTENCE}</h1>
          <p className={styles.intro}>{intro || 'The way back is short.'}</p>
          <div className={styles.actions}>
            <ContentLinkButton link={linkOf(elements, 'link') ?? HOME} size="large" />
            <ContentLinkButton link={linkOf(elements, 'secondaryLink') ?? FAQS} variant="quiet" />
          </div>
        </div>
      </div>
    </Page>
  )
}
