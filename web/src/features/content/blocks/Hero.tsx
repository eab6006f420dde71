import { HeroArt } from '../../../components/art/HeroArt'
import { classNames } from '../../../components/class-names'
import { Picture } from '../../../components/graphics/Picture'
import { imageOf, richOf, textOf, type ContentItem } from '../content-item'
import { Kicker } from '../text/Kicker'
import { RichText } from '../text/RichText'
import { Actions } from './shared/Actions'
import styles from './Hero.module.css'

/** Longer words are set smaller, so that each fits its line. */
const SHORT = 5

/** The campaign poster at the top of a page: its headline, one word per line, is the page's only `h1`. */
export function Hero({ item }: { item: ContentItem }) {
  const { elements } = item
  const kicker = textOf(elements, 'kicker')
  const words = textOf(elements, 'headline').split(' ')
  const last = words.at(-1) ?? ''
  const image = imageOf(elements, 'image')
  const long = words.some((word) => word.length > SHORT)
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.words}>
          {kicker && <Kicker>{kicker}</Kicker>}
          <h1 className={classNames(styles.headline, long && styles.long)}>
            {words.slice(0, -1).join(' ')} <span className={styles.lit}>{last}</span>
          </h1>
          <RichText content={richOf(elements, 'text')} className={styles.text} />
          <Actions elements={elements} />
        </div>
        <div className={styles.art}>
          {image ? (
            <Picture image={image} sizes="(width >= 768px) 66vw, 124vw" className={styles.photo} priority />
          ) : (
            <HeroArt />
          )}
        </div>
      </div>
    </section>
  )
}
