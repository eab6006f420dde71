import { HexagonMark } from '../components/art/HexagonMark'
import { LinkButton } from '../components/Button'
import { Page } from '../components/layout/Page'
import { usePageWords } from '../features/content/page/use-page-words'
import { PAGES } from '../features/content/page/use-page'
import { paths } from '../paths'
import styles from './NotFoundPage.module.css'

// RULES 13.5, letter for letter.
const SENTENCE = 'The page you are looking for cannot be found'

/** The page for unknown addresses: the sentence, and a link to the homepage. It works without the content hub. */
export function NotFoundPage() {
  const { title, intro } = usePageWords(PAGES.notFound, {
    title: 'Page not found',
    headline: SENTENCE,
    intro: 'The way back is short.',
  })
  return (
    <Page title={title} heading={null} width="full">
      <div className={styles.page}>
        <p className={styles.code} aria-hidden="true">
          4<HexagonMark className={styles.mark} />4
        </p>
        <div className={styles.words}>
          <h1>{SENTENCE}</h1>
          <p className={styles.intro}>{intro}</p>
          <div className={styles.actions}>
            <LinkButton href={paths.home()} size="large">
              Back to the homepage
            </LinkButton>
            <LinkButton href={paths.faqs()} variant="quiet">
              Read the FAQs
            </LinkButton>
          </div>
        </div>
      </div>
    </Page>
  )
}
