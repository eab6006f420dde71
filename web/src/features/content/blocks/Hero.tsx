import { HeroArt } from '../../../components/art/HeroArt'
import { textOf, type ContentItem } from '../content-item'
import { Kicker } from '../Kicker'
import { RichText } from '../RichText'
import { Actions } from './Actions'
import styles from './Hero.module.css'

/** The campaign poster at the top of a page: its headline is the page's only `h1`. */
export function Hero({ item }: { item: ContentItem }) {
  const { elements } = item
  const kicker = textOf(elements, 'kicker')
  const words = textOf(elements, 'headline').split(' ')
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.words}>
          {kicker && <Kicker>{kicker}</Kicker>}
          <h1 className={styles.headline}>
            {words.map((word, index) => (
              <span key={index} className={styles.word}>
                {word}{' '}
              </span>
            ))}
          </h1>
          <RichText markdown={textOf(elements, 'text')} className={styles.text} />
          <Actions elements={elements} />
        </div>
        <HeroArt className={styles.art} />
      </div>
    </section>
  )
}
