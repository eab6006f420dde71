import { richOf, type ContentItem } from '../content-item'
import { RichText } from '../RichText'
import { SectionHead } from './SectionHead'
import styles from './TextBlock.module.css'

/** A headline and running text. */
export function TextBlock({ item }: { item: ContentItem }) {
  return (
    <section className={styles.section}>
      <SectionHead elements={item.elements} />
      <RichText content={richOf(item.elements, 'text')} className={styles.text} />
    </section>
  )
}
