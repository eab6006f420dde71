import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { classNames } from '../class-names'

export interface CardProps {
  title?: ReactNode
  /** Beside the title, at its end. */
  aside?: ReactNode
  tone?: 'surface' | 'raised' | 'accent'
  as?: 'div' | 'section' | 'article' | 'li'
  /** The level of the title's heading. */
  level?: 2 | 3
  className?: string
  children?: ReactNode
}

/** A plate with two corners cut at the hexagon's angle. */
export function Card({
  title,
  aside,
  tone = 'surface',
  as: Element = 'div',
  level = 2,
  className,
  children,
}: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Element className={classNames(styles.card, styles[tone], className)}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && <Heading className={styles.title}>{title}</Heading>}
          {aside}
        </div>
      )}
      {children}
    </Element>
  )
}

export interface Fact {
  term: ReactNode
  value: ReactNode
}

/** Names and values, as a definition list. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames(styles.facts, className)}>
      {facts.map(({ term, value }, index) => (
        <div key={typeof term === 'string' ? term : index} className={styles.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
