import type { Elements } from '../../content-item'
import { fill, textOf } from '../../content-item'
import { Kicker } from '../../text/Kicker'
import styles from './SectionHead.module.css'

interface SectionHeadProps {
  elements: Elements
  size?: 'h2' | 'display'
  /** Values for the `{name}` placeholders of the headline. */
  words?: Record<string, string | null>
  /** The element of the headline, if a block has several. */
  headlineKey?: string
  /** Whether the last word is highlighted. */
  lit?: boolean
}

export function SectionHead({
  elements,
  size = 'h2',
  words = {},
  headlineKey = 'headline',
  lit = false,
}: SectionHeadProps) {
  const kicker = textOf(elements, 'kicker')
  const headline = fill(textOf(elements, headlineKey), words)
  const end = lit ? headline.lastIndexOf(' ') + 1 : headline.length
  return (
    <div className={styles.head}>
      {kicker && <Kicker>{kicker}</Kicker>}
      <h2 className={size === 'display' ? styles.display : styles.headline}>
        {headline.slice(0, end)}
        {lit && <span className={styles.lit}>{headline.slice(end)}</span>}
      </h2>
    </div>
  )
}
