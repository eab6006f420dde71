import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { serverNow } from '../../api/clock'
import { configQuery } from '../../api/queries'
import type { EventConfig, Season } from '../../api/types'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { LoadError } from '../../state/LoadError'
import { BoardTable } from './standings/BoardTable'
import { begunSeasons } from '../../academy/seasons'
import styles from './TopBoard.module.css'
import { useLiveBoard } from './use-live-board'

/** As many as fit beside a headline. */
const ROWS = 5

interface TopBoardProps {
  rows?: number | null
  /** What an empty board says under its headline. */
  emptyText?: ReactNode
}

interface TopProps {
  config: EventConfig
  season: Season
  rows: number
  emptyText: ReactNode
}

/** The first rows of the running season, for a page that is about something else. */
export function TopBoard({ rows, emptyText }: TopBoardProps) {
  const query = useQuery(configQuery())
  const config = query.data
  const count = rows ?? ROWS
  const season = config && begunSeasons(config.seasons, serverNow())[0]
  if (query.isError && !config) return <LoadError query={query} title="The board did not load" />
  if (!config || !season) return <Waiting rows={count} />
  return <Top config={config} season={season} rows={count} emptyText={emptyText} />
}

function Top({ config, season, rows, emptyText }: TopProps) {
  const board = {
    eventId: config.event.eventId,
    season,
    gender: 'all',
    ages: 'all',
    test: 'final',
    top: rows,
  } as const
  const { query, running, moving } = useLiveBoard(board)
  // Drawn in slices, as on the board's own page.
  const data = useDeferredValue(query.data)
  if (!data && query.isError) return <LoadError query={query} title="The board did not load" />
  if (!data) return <Waiting rows={rows} />
  if (data.total === 0 && !running)
    return (
      <EmptyState title="No season is running">
        The board fills when the next one begins. Until then a score is yours alone.
      </EmptyState>
    )
  if (data.total === 0)
    return <EmptyState title="The board is empty. Yours could be first.">{emptyText}</EmptyState>
  return (
    <div className={styles.top}>
      <BoardTable
        caption={`Season ${season.season}: the first ${data.leaderboard.length} of ${data.total}`}
        rows={data.leaderboard}
        moving={moving}
      />
    </div>
  )
}

function Waiting({ rows }: { rows: number }) {
  return (
    <Loading label="Loading the board" className={styles.waiting}>
      {Array.from({ length: rows }, (_, at) => (
        <Skeleton key={at} height="3.25rem" />
      ))}
    </Loading>
  )
}
