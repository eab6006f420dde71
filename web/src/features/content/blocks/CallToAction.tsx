import { HexagonMark } from '../../../components/art/HexagonMark'
import { textOf, type ContentItem } from '../content-item'
import { RichText } from '../RichText'
import { Actions } from './Actions'
import styles from './CallToAction.module.css'

/** The last word of a page and its one button. */
export function CallToAction({ item }: { item: ContentItem }) {
  return (
    <section className={styles.section}>
      <HexagonMark className={styles.mark} />
      <div className={styles.inner}>
        <h2 className={styles.headline}>{textOf(item.elements, 'headline')}</h2>
        <RichText markdown={textOf(item.elements, 'text')} className={styles.text} />
        <Actions elements={item.elements} />
      </div>
    </section>
  )
}
