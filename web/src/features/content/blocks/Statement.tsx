import { imageOf, richOf, textOf, type ContentItem } from '../content-item'
import { Picture } from '../../../components/Picture'
import { Actions } from './Actions'
import { RichText } from '../RichText'
import { SectionHead } from './SectionHead'
import styles from './Statement.module.css'

/** One thought, very large. The variant `accent` turns the lights on. */
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
