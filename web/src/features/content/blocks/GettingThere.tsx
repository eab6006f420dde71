import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries'
import { Picture } from '../../../components/graphics/Picture'
import { groupsOf, imageOf, richOf, textOf, type ContentItem, type Elements } from '../content-item'
import { RichText } from '../text/RichText'
import { mapLinks } from './map-links'
import { SectionHead } from './shared/SectionHead'
import text from '../../../components/text.module.css'
import styles from './GettingThere.module.css'

const WAYS = [
  ['stepFree', 'Without steps'],
  ['transport', 'Public transport'],
  ['parking', 'Parking'],
] as const

/** The way to the academy, as a section of a public page. */
export function GettingThere({ item }: { item: ContentItem }) {
  return (
    <section className={styles.section}>
      <SectionHead elements={item.elements} />
      <Way elements={item.elements} />
    </section>
  )
}

/** The same beside a ticket. */
export function WayToTest({ elements }: { elements: Elements }) {
  return (
    <section className={styles.beside} data-screen-only="">
      <h2>{textOf(elements, 'headline') || 'Getting there.'}</h2>
      <Way elements={elements} />
    </section>
  )
}

function Way({ elements }: { elements: Elements }) {
  const image = imageOf(elements, 'image')
  const route = groupsOf(elements, 'route')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <RichText content={richOf(elements, 'text')} className={styles.text} />
        {image && <Picture image={image} sizes="(width >= 1024px) 34rem, 92vw" className={styles.map} />}
        {route.length > 0 && (
          <ol className={styles.route}>
            {route.map((stop, index) => (
              <li key={index} className={styles.stop}>
                <strong>{textOf(stop, 'place')}</strong>
                {textOf(stop, 'note') && <span className={text.quiet}>{textOf(stop, 'note')}</span>}
              </li>
            ))}
          </ol>
        )}
        <Maps />
      </div>
      <div className={styles.column}>
        {WAYS.map(
          ([key, title]) =>
            textOf(elements, key) && (
              <div key={key}>
                <h3 className={styles.title}>{title}</h3>
                <RichText content={richOf(elements, key)} className={styles.text} />
              </div>
            ),
        )}
      </div>
    </div>
  )
}

/** The address, and links that open it in a map: nothing of a map is loaded here. */
function Maps() {
  const event = useQuery(configQuery()).data?.event
  if (!event) return null
  return (
    <div>
      <p className={text.anywhere}>
        {[event.eventLocationName, event.eventLocationAddress, event.eventLocationPostCode]
          .filter(Boolean)
          .join(', ')}
      </p>
      <ul className={styles.maps} aria-label="Open in maps">
        {mapLinks(event).map(([name, url]) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
