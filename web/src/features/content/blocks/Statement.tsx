import { imageOf, richOf, textOf, type ContentItem } from '../content-item'
import { Picture } from '../../../components/graphics/Picture'
import { Actions } from './shared/Actions'
import { RichText } from '../text/RichText'
import { SectionHead } from './shared/SectionHead'
import styles from './Statement.module.css'

/** A single statement in very large type. The variant `accent` highlights it. */
export function Statement({ item }: { item: ContentItem }) {
  const accent = textOf(item.elements, 'variant') === 'accent'
  const image = imageOf(item.elements, 'image')
  return (
    <section className={accent ? `${styles.statement} ${styles.accent}` : styles.statement}>
      <div className={styles.inner}>
        <SectionHead elements={item.elements} size="display" lit={!accent} />
        <RichText content={richOf(item.elements, 'text')} className={styles.text} />
        {image && <Picture image={image} sizes="(width >= 1440px) 90rem, 92vw" className={styles.picture} />}
        <Actions elements={item.elements} />
      </div>
    </section>
  )
}
