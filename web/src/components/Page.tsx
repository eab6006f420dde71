import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { useSiteTitle } from './site-title'
import styles from './Page.module.css'

export interface PageProps {
  /** The document's title, before the site's name; left out where the page around this one has set it. */
  title?: string
  /** The heading; the title unless said, `null` when the page draws its own `h1`. */
  heading?: ReactNode
  /** A line above the heading. */
  kicker?: ReactNode
  /** One or two sentences under the heading. */
  lead?: ReactNode
  /** `text` for forms and reading, `page` for most, `full` when the sections set their own width. */
  width?: 'text' | 'page' | 'wide' | 'full'
  description?: string
  className?: string
  children?: ReactNode
}

/** Every page: its document title, its heading and its measure. */
export function Page({
  title,
  heading,
  kicker,
  lead,
  width = 'page',
  description,
  className,
  children,
}: PageProps) {
  const site = useSiteTitle()
  const head = heading === undefined ? title : heading
  return (
    <div className={classNames(styles.frame, styles[width], className)}>
      {title !== undefined && <title>{`${title} | ${site}`}</title>}
      {description && <meta name="description" content={description} />}
      {head !== null && head !== undefined && (
        <header className={styles.head}>
          {kicker && <p className={styles.kicker}>{kicker}</p>}
          <h1>{head}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
      )}
      {children}
    </div>
  )
}

export interface SectionProps {
  title?: ReactNode
  kicker?: ReactNode
  lead?: ReactNode
  /** For a link that leads here (`#id`). */
  id?: string
  tone?: 'ground' | 'surface' | 'accent'
  width?: 'text' | 'page' | 'wide' | 'full'
  className?: string
  children?: ReactNode
}

/** A band of a page, as wide as the window, its content on the page's measure. For pages of width `full`. */
export function Section({
  title,
  kicker,
  lead,
  id,
  tone = 'ground',
  width = 'page',
  className,
  children,
}: SectionProps) {
  return (
    <section id={id} className={classNames(styles.section, styles[tone], className)}>
      <div className={classNames(styles.inner, styles[width])}>
        {(title || kicker || lead) && (
          <div className={styles.sectionHead}>
            {kicker && <p className={styles.kicker}>{kicker}</p>}
            {title && <h2>{title}</h2>}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

/** Children one under the other. */
export function Stack({
  gap = 'normal',
  className,
  children,
}: {
  gap?: 'tight' | 'normal' | 'loose'
  className?: string
  children: ReactNode
}) {
  return <div className={classNames(styles.stack, styles[gap], className)}>{children}</div>
}
