import { Picture } from '../../../components/graphics/Picture'
import { imageOf, richOf, type ContentItem } from '../content-item'
import { Actions } from './shared/Actions'
import { RichText } from '../text/RichText'
import { SectionHead } from './shared/SectionHead'
import styles from './TextBlock.module.css'

export function TextBlock({ item }: { item: ContentItem }) {
  const image = imageOf(item.elements, 'image')
  return (
    <section className={styles.section}>
      <SectionHead elements={item.elements} />
      <RichText content={richOf(item.elements, 'text')} className={styles.text} />
      {image && <Picture image={image} sizes="(width >= 1024px) 42rem, 92vw" className={styles.picture} />}
      <Actions elements={item.elements} />
    </section>
  )
}
