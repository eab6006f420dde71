import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import styles from './Charts.module.css'

/** The colours of a chart, from what is done to what is open. */
export type Tone = 'done' | 'under-way' | 'begun' | 'open' | 'lost'

export function Legend({ entries }: { entries: readonly { name: string; tone: Tone }[] }) {
  return (
    <Cluster as="figcaption" gap={[1, 4]} className={text.small}>
      {entries.map(({ name, tone }) => (
        <Cluster key={name} as="span" gap={2} inline nowrap align="center">
          <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
            <rect className={styles[tone]} width="12" height="12" />
          </svg>
          {name}
        </Cluster>
      ))}
    </Cluster>
  )
}
