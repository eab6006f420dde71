import { useRef, useState, type ReactNode } from 'react'
import { dayMonthYear } from '../../../academy/civil-date'
import { points, wholeNumber } from '../../../academy/numbers'
import type { OwnProgress } from '../../../api/types'
import { classNames } from '../../../components/class-names'
import { FetchedLater } from '../../../components/FetchedLater'
import { Skeleton } from '../../../components/feedback/States'
import { lazyPart } from '../../../components/lazy-part'
import { Card } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useNear } from '../../../components/use-near'
import styles from './Progress.module.css'
import { gainText, lineText, seriesOf, wayOf, type Point, type SeriesKey } from './series'
import { SeriesTiles } from './SeriesTiles'
import { TimeChart } from './TimeChart'
import { VisitTable } from './VisitTable'

const loadComparison = async () => (await import('./VisitComparison')).VisitComparison

// It is below the window at first.
const VisitComparison = lazyPart(loadComparison)
const WAITING = <Skeleton height="40rem" />

/** Every visit over time, a visit against another one or the field, and where it stands. Needs one visit at least. */
export function Progress({ title, progress }: { title: string; progress: OwnProgress }) {
  const { visits, seasons } = progress
  const [series, setSeries] = useState<SeriesKey>('Final')
  const below = useRef<HTMLDivElement>(null)
  // A window of 900 px does not show it: its code comes with the first scroll, or eight seconds after the page.
  const near = useNear(below, '300px')
  const line = seriesOf(visits, series)
  return (
    <Stack gap={5} shrink="all">
      <Summary line={seriesOf(visits, 'Final')} />
      <Card as="section" title={title} className={styles.over}>
        <SeriesTiles visits={visits} value={series} onChange={setSeries} />
        <p className={text.intro}>
          {line.length === 1
            ? 'One visit is a start. The line begins with your next one.'
            : lineText(line, series).replace(' The table holds the numbers.', '')}
        </p>
        <div className={styles.both}>
          <TimeChart key={series} series={series} line={line} seasons={seasons} />
          <VisitTable series={series} line={line} />
        </div>
      </Card>
      <FetchedLater load={loadComparison} />
      <div ref={below}>{near ? <VisitComparison visits={visits} pending={WAITING} /> : WAITING}</div>
    </Stack>
  )
}

/** The personal best, the way since the first visit, and how many there were. */
function Summary({ line }: { line: readonly Point[] }) {
  const best = line.find((point) => point.best)
  const last = line.at(-1)
  const way = gainText(wayOf(line))
  const seasons = new Set(line.map(({ season }) => season)).size
  return (
    <Cluster as="dl" gap={[4, 7]}>
      {best && (
        <Fact
          name="Personal best"
          note={[best.mark, best === last ? 'Your newest visit' : dayMonthYear(best.date)]
            .filter(Boolean)
            .join(', ')}
        >
          <span className={text.accent}>{points(best.score)}</span>
        </Fact>
      )}
      {way && line[0] && (
        <Fact name="Since your first visit" note={dayMonthYear(line[0].date)}>
          <span data-way={way.way}>{way.text}</span>
        </Fact>
      )}
      <Fact name="Visits" note={seasons > 1 ? `In ${seasons} seasons` : dayMonthYear(last?.date ?? '')}>
        {wholeNumber(line.length)}
      </Fact>
    </Cluster>
  )
}

function Fact({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <Stack gap={1}>
      <dt className={text.status}>{name}</dt>
      <dd className={classNames(text.score, text.h1)}>{children}</dd>
      <dd className={text.noteFigures}>{note}</dd>
    </Stack>
  )
}
