import { dayFullMonthYear } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { dateOf, richOf, textOf, type ContentItem } from '../content-item'
import { outline } from './document-outline'
import styles from './Documents.module.css'
import { RichText } from '../text/RichText'

/** Long texts one after another (terms, privacy, consent) with one list of contents. */
export function Documents({ items }: { items: readonly ContentItem[] }) {
  const documents = items.map((item) => ({
    id: item.id,
    anchor: textOf(item.elements, 'anchor'),
    title: textOf(item.elements, 'title'),
    version: textOf(item.elements, 'version'),
    effective: dateOf(item.elements, 'effective'),
    body: richOf(item.elements, 'body'),
  }))
  // On a phone the contents start folded, so that the text is near.
  const wide = window.matchMedia('(width >= 1024px)').matches
  return (
    <div className={styles.page}>
      <nav className={styles.contents} aria-label="Contents">
        {documents.map((document) => (
          <details key={document.id} open={wide} className={styles.part}>
            <summary>{document.title}</summary>
            <ol>
              {outline(document.body.html).map(({ anchor, title }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{title}</a>
                </li>
              ))}
            </ol>
          </details>
        ))}
      </nav>
      <div className={styles.documents}>
        {documents.map((document) => (
          <article
            key={document.id}
            id={document.anchor}
            aria-labelledby={`${document.id}-title`}
            tabIndex={-1}
          >
            <header className={styles.head}>
              <h2 id={`${document.id}-title`}>{document.title}</h2>
              <p>
                Version {document.version}
                {document.effective && `, in force from ${dayFullMonthYear(londonDate(document.effective))}`}
              </p>
            </header>
            <RichText content={document.body} className={styles.body} />
          </article>
        ))}
      </div>
    </div>
  )
}

/** 1 January 2026, in London. */
