import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef, type ReactNode } from 'react'
import { points } from '../../academy/numbers'
import { serverNow } from '../../api/clock'
import { configQuery } from '../../api/queries'
import type { LeaderboardRow, Season } from '../../api/types'
import { Loading, Skeleton } from '../../components/feedback/States'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import textStyles from '../../components/text.module.css'
import { LoadError } from '../../state/LoadError'
import { nameOf } from './board'
import styles from './HallOfFame.module.css'
import { winnersQuery, type Winners } from './api'
import { lastOver, seasonMonths } from '../../academy/seasons'
import { useNear } from '../../components/use-near'

/** How many seasons are shown. */
const SEASONS = 3

interface HallOfFameProps {
  rows?: number | null
  /** Shown while there is nobody yet. */
  emptyText?: ReactNode
}

/** The winners of past seasons: overall, women and men. Fetched when somebody scrolls near. */
export function HallOfFame({ rows, emptyText }: HallOfFameProps) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  return (
    <div ref={place}>
      <Hall count={rows ?? SEASONS} near={near} emptyText={emptyText} />
    </div>
  )
}

function Hall({ count, near, emptyText }: { count: number; near: boolean; emptyText: ReactNode }) {
  const config = useQuery(configQuery())
  const latest = config.data ? lastOver(config.data.seasons, serverNow()) : null
  const winners = useQuery({
    ...winnersQuery(config.data?.event.eventId ?? '', latest?.season ?? 0, count),
    enabled: near && latest !== null,
  })
  const failed = [config, winners].find((query) => query.isError && !query.data)
  if (failed) return <LoadError query={failed} title="The hall of fame did not load" />
  if (config.data && latest === null) return emptyText
  if (!winners.data || !config.data)
    return (
      <Loading label="Loading the hall of fame" className={styles.hall}>
        {Array.from({ length: count }, (_, at) => (
          <Skeleton key={at} height="21rem" />
        ))}
      </Loading>
    )
  if (winners.data.length === 0) return emptyText
  const { seasons } = config.data
  return (
    <ol className={styles.hall}>
      {winners.data.map((season) => (
        <Stack key={season.season} as="li" gap={0}>
          <Plaque winners={season} season={seasons.find((one) => one.season === season.season)} />
        </Stack>
      ))}
    </ol>
  )
}

function Plaque({ winners, season }: { winners: Winners; season: Season | undefined }) {
  return (
    <article className={styles.plaque} aria-label={`Season ${winners.season}`}>
      <svg viewBox="0 0 100 115" className={styles.mark} aria-hidden="true" focusable="false">
        <path d="M50 2 97 29.500v56L50 113 3 85.500v-56z" className={styles.ring} />
        <path d="M50 2 97 29.500" className={styles.lit} />
        <text x="50" y="72" textAnchor="middle" className={classNames(styles.number, textStyles.poster)}>
          {winners.season}
        </text>
      </svg>
      <p className={classNames(styles.label, textStyles.title)}>
        Season {winners.season}
        {season && (
          <span className={classNames(textStyles.aside, textStyles.normalWidth)}>{seasonMonths(season)}</span>
        )}
      </p>
      <Stack as="p" gap={2} className={styles.champion}>
        <span className={classNames(styles.name, textStyles.poster)}>
          <Names rows={winners.overall} />
        </span>
        <span className={classNames(textStyles.accent, textStyles.h3, textStyles.figures, textStyles.title)}>
          {best(winners.overall)}
        </span>
      </Stack>
      <dl className={styles.others}>
        <Other label="Women" rows={winners.women} />
        <Other label="Men" rows={winners.men} />
      </dl>
    </article>
  )
}

function Other({ label, rows }: { label: string; rows: readonly LeaderboardRow[] }) {
  if (rows.length === 0) return null
  return (
    <Cluster gap={2} className={styles.other}>
      <dt>{label}</dt>
      <dd className={classNames(styles.who, textStyles.name)}>
        <Names rows={rows} />
      </dd>
      <dd className={classNames(styles.best, textStyles.figuresStrong)}>{best(rows)}</dd>
    </Cluster>
  )
}

/** Each on its own, whichever way it is written. */
function Names({ rows }: { rows: readonly LeaderboardRow[] }) {
  return rows.map((row, index) => (
    <Fragment key={index}>
      {index > 0 && ' & '}
      <bdi>{nameOf(row)}</bdi>
    </Fragment>
  ))
}

const best = (rows: readonly LeaderboardRow[]) => (rows[0] ? points(rows[0].score) : '')
