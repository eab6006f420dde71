import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries'
import { Clock } from '../Clock'
import { richOf, type ContentItem, type Elements } from '../content-item'
import { Actions } from './shared/Actions'
import { RichText } from '../text/RichText'
import { seasonPhase, timeLeft, type ComingPhase } from '../season-phase'
import { useLoadedRules } from '../../../state/use-loaded-rules'
import { useNow } from '../../../state/use-now'
import styles from './Countdown.module.css'
import { SectionHead } from './shared/SectionHead'

const HEADLINES = { running: 'headline', before: 'headlineBefore' } as const
const TEXTS = { running: 'text', before: 'textBefore' } as const

/** The time to the end of the running season, or to the start of the next one. */
export function Countdown({ item }: { item: ContentItem }) {
  const { data: config, isError } = useQuery(configQuery())
  const now = useNow(1_000)
  if (isError && !config) return null
  const phase = config ? seasonPhase(config.seasons, now) : null
  // The last known season is over: there is nothing to count down to.
  if (phase?.kind === 'after') return null
  return (
    <section className={styles.section}>
      <div className={styles.inner}>
        {phase ? (
          <CountdownHead phase={phase} elements={item.elements} now={now} />
        ) : (
          <div className={styles.headSpace} />
        )}
        <Clock left={phase && timeLeft(phase.target, now)} />
      </div>
    </section>
  )
}

function CountdownHead({ phase, elements, now }: { phase: ComingPhase; elements: Elements; now: number }) {
  const { rules } = useLoadedRules()
  const { season, start, end } = phase.season
  const label = rules?.seasonLabel(season, Date.parse(start), Date.parse(end), now) ?? `Season ${season}`
  return (
    <div className={styles.head}>
      <SectionHead
        elements={elements}
        headlineKey={HEADLINES[phase.kind]}
        words={{ season: unbroken(label) }}
      />
      <RichText content={richOf(elements, TEXTS[phase.kind])} className={styles.text} />
      <Actions elements={elements} />
    </div>
  )
}

/** Keeps a season's name on one line. */
const unbroken = (label: string) => label.replaceAll(' ', '\u00a0')
