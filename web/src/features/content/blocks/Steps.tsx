import { groupsOf, richOf, textOf, type ContentItem } from '../content-item'
import { Actions } from './shared/Actions'
import { RichText } from '../text/RichText'
import { SectionHead } from './shared/SectionHead'
import styles from './Steps.module.css'

export function Steps({ item }: { item: ContentItem }) {
  return (
    <section className={styles.section}>
      <div className={styles.inner}>
        <SectionHead elements={item.elements} />
        <ol className={styles.steps}>
          {groupsOf(item.elements, 'steps').map((step, index) => (
            <li key={index} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{textOf(step, 'title')}</h3>
              <RichText content={richOf(step, 'text')} className={styles.text} />
            </li>
          ))}
        </ol>
        <Actions elements={item.elements} />
      </div>
    </section>
  )
}
