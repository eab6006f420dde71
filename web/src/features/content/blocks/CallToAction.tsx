import { RunnerArt } from '../../../components/art/RunnerArt'
import { Picture } from '../../../components/graphics/Picture'
import { imageOf, richOf, textOf, type ContentItem } from '../content-item'
import { RichText } from '../text/RichText'
import { Actions } from './shared/Actions'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import styles from './CallToAction.module.css'

/** The closing line of a page and its single button. */
export function CallToAction({ item }: { item: ContentItem }) {
  const image = imageOf(item.elements, 'image')
  return (
    <section className={styles.section}>
      <div className={styles.inner}>
        <h2 className={styles.headline}>{textOf(item.elements, 'headline')}</h2>
        <RichText content={richOf(item.elements, 'text')} className={classNames(text.intro, text.lead)} />
        <Actions elements={item.elements} />
      </div>
      <div className={styles.art}>
        {image ? (
          <Picture image={image} sizes="(width >= 768px) 48vw, 92vw" className={styles.photo} />
        ) : (
          <RunnerArt />
        )}
      </div>
    </section>
  )
}
