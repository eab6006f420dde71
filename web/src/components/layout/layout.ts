// Shared by `Cluster`, `Grid` and `Stack`.
import type { HTMLAttributes } from 'react'
import styles from './layout.module.css'

/** A step of the scale of spaces in `tokens.css`. */
type Step = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type Align = 'start' | 'center' | 'baseline' | 'end'

type Tag =
  | 'article'
  | 'aside'
  | 'dd'
  | 'div'
  | 'dl'
  | 'fieldset'
  | 'figcaption'
  | 'figure'
  | 'footer'
  | 'h2'
  | 'h3'
  | 'header'
  | 'label'
  | 'li'
  | 'nav'
  | 'ol'
  | 'p'
  | 'search'
  | 'section'
  | 'span'
  | 'ul'

export interface LayoutProps extends HTMLAttributes<HTMLElement> {
  /** The element; a `div` by default. */
  as?: Tag
  /** Between children; between rows and between columns when there are two. */
  gap: Step | readonly [row: Step, column: Step]
}

const ROW = [
  styles.row0,
  styles.row1,
  styles.row2,
  styles.row3,
  styles.row4,
  styles.row5,
  styles.row6,
  styles.row7,
  styles.row8,
]

const COLUMN = [
  styles.column0,
  styles.column1,
  styles.column2,
  styles.column3,
  styles.column4,
  styles.column5,
  styles.column6,
  styles.column7,
  styles.column8,
]

const ALIGN = {
  start: styles.alignStart,
  center: styles.alignCenter,
  baseline: styles.alignBaseline,
  end: styles.alignEnd,
}

export function gapClasses(gap: LayoutProps['gap']): (string | undefined)[] {
  const [row, column] = typeof gap === 'number' ? [gap, gap] : gap
  return [ROW[row], COLUMN[column]]
}

export function alignClass(align: Align | undefined): string | undefined {
  return align && ALIGN[align]
}
