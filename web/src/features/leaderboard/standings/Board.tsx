import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState, type ReactNode } from 'react'
import { shortDay } from '../../../academy/civil-date'
import { londonMoment } from '../../../academy/london'
import { counted } from '../../../academy/numbers'
import { serverNow } from '../../../api/clock'
import { errorSentence } from '../../../api/error-sentence'
import { useOnline } from '../../../api/client/network'
import { configQuery } from '../../../api/queries'
import type { EventConfig, Leaderboard, Season } from '../../../api/types'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button, LinkButton } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Notice } from '../../../components/feedback/Notice'
import { EmptyState, ErrorState } from '../../../components/feedback/States'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import type { InAddress } from '../../../state/address'
import {
  agesText,
  beyond,
  BOARD_AGES,
  BOARD_TESTS,
  BOARDS,
  sharedPositions,
  type BoardAges,
  type BoardGender,
  type BoardTest,
} from '../board'
import { Absent } from './Absent'
import styles from './Board.module.css'
import { BoardControls } from './BoardControls'
import { BoardSkeleton } from './BoardSkeleton'
import { BoardTable } from './BoardTable'
import { Marks } from './Marks'
import { MyPlace } from './MyPlace'
import { Podium } from './Podium'
import { begunSeasons, isRunning } from '../seasons'
import { useLiveBoard } from '../use-live-board'

/** RULES 8.5. */
const TOP = 15
/** As many rows as one answer holds. */
const ALL = 100

interface BoardProps extends InAddress {
  /** How many rows are shown at first. */
  rows?: number | null
  /** What an empty board says under its headline. */
  emptyText?: ReactNode
}

/** The board of a season: which one, the podium, the table, the viewer's position. Works for everybody. */
export function Board({ rows, emptyText, query, onQuery }: BoardProps) {
  const config = useQuery(configQuery())
  const top = rows ?? TOP
  return (
    <Stack gap={5} className={styles.board}>
      {config.data ? (
        <Seasons config={config.data} top={top} emptyText={emptyText} query={query} onQuery={onQuery} />
      ) : (
        <States query={config} top={top} />
      )}
    </Stack>
  )
}

interface SeasonsProps extends InAddress {
  config: EventConfig
  top: number
  emptyText: ReactNode
}

function Seasons({ config, top, emptyText, query, onQuery }: SeasonsProps) {
  const seasons = begunSeasons(config.seasons, serverNow())
  const [all, setAll] = useState(false)
  // The address names the board: a link, a reload and Back lead to the same one.
  const season = seasons.find((one) => String(one.season) === query.season) ?? seasons[0]
  const gender = BOARDS.find(({ value }) => value === query.board)?.value ?? 'all'
  const ages = BOARD_AGES.find((one) => one === query.age) ?? 'all'
  const test = BOARD_TESTS.find(({ value }) => value === query.test)?.value ?? 'final'
  if (!season) return null
  return (
    <>
      <BoardControls
        seasons={seasons}
        season={season.season}
        onSeason={(chosen) => onQuery({ season: chosen === seasons[0]?.season ? undefined : String(chosen) })}
        gender={gender}
        onGender={(chosen) => onQuery({ board: chosen === 'all' ? undefined : chosen })}
        ages={ages}
        onAges={(chosen) => onQuery({ age: chosen === 'all' ? undefined : chosen })}
        test={test}
        onTest={(chosen) => onQuery({ test: chosen === 'final' ? undefined : chosen })}
      />
      <Standings
        eventId={config.event.eventId}
        season={season}
        gender={gender}
        ages={ages}
        test={test}
        top={all ? ALL : top}
        first={top}
        onAll={() => setAll(true)}
        emptyText={emptyText}
      />
    </>
  )
}

interface StandingsProps {
  eventId: string
  season: Season
  gender: BoardGender
  ages: BoardAges
  test: BoardTest
  top: number
  first: number
  onAll: () => void
  emptyText: ReactNode
}

function Standings({ eventId, season, gender, ages, test, top, first, onAll, emptyText }: StandingsProps) {
  const online = useOnline()
  const moving = isRunning(season, serverNow())
  const { query, signedIn, isLive, behind } = useLiveBoard(
    { eventId, season, gender, ages, test, top },
    moving,
  )
  const { error, isPlaceholderData, refetch, isFetching } = query
  // Drawn in slices: a board is much at once for a phone that is being scrolled.
  const data = useDeferredValue(query.data)
  if (!data) return <States query={query} top={first} />
  const old = behind && (
    <Notice tone="problem">
      {online
        ? error
          ? errorSentence(error)
          : 'We have lost the connection to the board.'
        : 'You are offline.'}{' '}
      This is the board of {londonMoment(data.timestamp, serverNow(), shortDay)}. It updates once the
      connection is back.{' '}
      <Button variant="quiet" onClick={() => void refetch()} busy={isFetching}>
        Try again
      </Button>
    </Notice>
  )
  if (data.total === 0 && !isPlaceholderData)
    return (
      <>
        <LiveRegion>{old}</LiveRegion>
        <Empty season={moving ? null : season.season} ages={ages}>
          {emptyText}
        </Empty>
      </>
    )
  return (
    <>
      <LiveRegion>{old}</LiveRegion>
      <Rows
        data={data}
        season={season}
        gender={gender}
        ages={ages}
        test={test}
        first={first}
        busy={isPlaceholderData}
        isLive={isLive && !behind}
        signedIn={signedIn}
        more={data.total > data.leaderboard.length && top < ALL ? onAll : null}
      />
    </>
  )
}

interface RowsProps {
  data: Leaderboard
  season: Season
  gender: BoardGender
  ages: BoardAges
  test: BoardTest
  first: number
  busy: boolean
  isLive: boolean
  signedIn: boolean
  more: (() => void) | null
}

function Rows({ data, season, gender, ages, test, first, busy, isLive, signedIn, more }: RowsProps) {
  const mine = useRef<HTMLTableRowElement>(null)
  const me = data.me ?? null
  const moving = isRunning(season, serverNow())
  const label = captionOf(gender, ages, test)
  const { leaderboard: rows, total } = data
  return (
    <div className={styles.layout}>
      <Stack gap={4} className={classNames(styles.podium, busy && styles.busy)}>
        <Podium rows={rows} moving={moving} />
        <Marks rows={rows} line={first} moving={moving} />
      </Stack>
      <Stack gap={3} top shrink className={styles.list}>
        <BoardTable
          caption={`Season ${season.season}, ${label}: the first ${rows.length} of ${total}`}
          rows={rows}
          around={beyond(rows, data.around ?? [], me)}
          moving={moving}
          busy={busy}
          mine={mine}
        />
        <Cluster gap={3} align="center" between className={styles.foot}>
          <p className={text.quietFigures}>
            {rows.length < total ? `${rows.length} of ${total} athletes` : counted(total, 'athlete')} ·{' '}
            {londonMoment(data.timestamp, serverNow(), shortDay)}
            {isLive && <span className={classNames(styles.live, text.title)}>Live</span>}
          </p>
          {more && (
            <Button variant="secondary" onClick={more} busy={busy}>
              {total > ALL ? `Show the first ${ALL}` : `Show all ${total}`}
            </Button>
          )}
        </Cluster>
        {me && !busy && (
          <MyPlace
            me={me}
            shared={sharedPositions(data.around ?? []).has(me.position)}
            moving={moving}
            row={mine}
          />
        )}
        {signedIn && !me && moving && gender === 'all' && ages === 'all' && test === 'final' && !busy && (
          <Absent season={season.season} />
        )}
      </Stack>
    </div>
  )
}

function captionOf(gender: BoardGender, ages: BoardAges, test: BoardTest): string {
  const board = (BOARDS.find(({ value }) => value === gender)?.label ?? '').toLowerCase()
  const label = ages === 'all' ? board : `${board}, ${agesText(ages).toLowerCase()}`
  return test === 'final' ? label : `${test}, ${label}`
}

interface EmptyProps {
  /** Set when that season is over, so that nobody can join it any more. */
  season: number | null
  ages: BoardAges
  children: ReactNode
}

/** An empty board, which may be waiting for its first athlete. */
function Empty({ season, ages, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Podium rows={[]} moving={season === null} />
      {season === null && ages === 'all' ? (
        <EmptyState
          title="The board is empty. Yours could be first."
          action={<LinkButton href={paths.bookTest()}>Book a test</LinkButton>}
        >
          {children}
        </EmptyState>
      ) : (
        <EmptyState title="Nobody is on this board.">
          {season === null
            ? 'Look at another age group.'
            : `Season ${season} is over. Look at another season, or at another test.`}
        </EmptyState>
      )}
    </div>
  )
}

interface BoardQuery {
  isError: boolean
  error: unknown
  refetch: () => unknown
  isFetching: boolean
}

/** A board that is on its way, or that did not come. */
function States({ query, top }: { query: BoardQuery; top: number }) {
  const online = useOnline()
  if (!query.isError) return <BoardSkeleton rows={top} />
  return (
    <ErrorState
      title={online ? 'The board did not load' : 'You are offline'}
      message={
        online ? errorSentence(query.error) : 'The board needs a connection. Check yours, then try again.'
      }
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
