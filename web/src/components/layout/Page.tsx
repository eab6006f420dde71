import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { useSiteTitle } from '../site-title'
import line from './Kicker.module.css'
import styles from './Page.module.css'

export interface PageProps {
  /** The document's title, without the site's name; omitted if the page around this one sets it. */
  title?: string
  /** The heading; by default the title, `null` if the page draws its own `h1`. */
  heading?: ReactNode
  /** A line above the heading. */
  kicker?: ReactNode
  /** One or two sentences under the heading. */
  lead?: ReactNode
  /** `page` for most, `wide` for what fills the window, `full` if the sections set their own width. */
  width?: 'page' | 'wide' | 'full'
  description?: string
  className?: string
  children?: ReactNode
}

/** The frame of every page: document title, heading and width. */
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
          {kicker && <p className={line.kicker}>{kicker}</p>}
          <h1>{head}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
      )}
      {children}
    </div>
  )
}
