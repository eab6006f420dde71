import { richOf, textOf, type ContentItem } from '../content-item'
import { Actions } from '../blocks/shared/Actions'
import { Kicker } from '../text/Kicker'
import styles from './PageHead.module.css'
import { RichText } from '../text/RichText'

/** The headline and opening words of a page without a hero. */
export function PageHead({ page }: { page: ContentItem }) {
  return (
    <header className={styles.head}>
      <Kicker>{textOf(page.elements, 'kicker') || textOf(page.elements, 'title')}</Kicker>
      <h1 className={styles.headline}>{textOf(page.elements, 'headline')}</h1>
      <RichText content={richOf(page.elements, 'intro')} className={styles.intro} />
      <Actions elements={page.elements} />
    </header>
  )
}
