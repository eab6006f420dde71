import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { shortDay } from '../../../academy/civil-date'
import { londonMoment } from '../../../academy/london'
import { counted } from '../../../academy/numbers'
import { serverNow } from '../../../api/clock'
import { errorSentence } from '../../../api/error-sentence'
import { useOnline } from '../../../api/client/network'
import { configQuery } from '../../../api/queries'
import type { EventConfig, Leaderboard } from '../../../api/types'
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
import { PAGE, type BoardQuery } from '../api'
import { Absent, absenceText, useAbsence } from './Absent'
import styles from './Board.module.css'
import { BoardControls } from './BoardControls'
import { BoardSkeleton } from './BoardSkeleton'
import { BoardTable } from './BoardTable'
import { Marks } from './Marks'
import { MyPlace } from './MyPlace'
import { Podium } from './Podium'
import { begunSeasons } from '../../../academy/seasons'
import { useLiveBoard } from '../use-live-board'

/** RULES 8.5. */
const TOP = 15
/** How many rows come after so many: the first page, then a page more. */
const moreThan = (rows: number) => (rows < PAGE ? PAGE : rows + PAGE)

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
  const [shown, setShown] = useState(top)
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
        top={shown}
        first={top}
        onMore={() => setShown(moreThan(shown))}
        emptyText={emptyText}
      />
    </>
  )
}

interface StandingsProps extends BoardQuery {
  first: number
  onMore: () => void
  emptyText: ReactNode
}

function Standings({ eventId, season, gender, ages, test, top, first, onMore, emptyText }: StandingsProps) {
  const online = useOnline()
  const { query, signedIn, running, moving, isLive, behind } = useLiveBoard({
    eventId,
    season,
    gender,
    ages,
    test,
    top,
  })
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
        <Empty season={season.season} running={running} signedIn={signedIn} ages={ages}>
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
        running={running}
        moving={moving}
        isLive={isLive && !behind}
        signedIn={signedIn}
        onMore={onMore}
      />
    </>
  )
}

interface RowsProps extends Omit<BoardQuery, 'eventId' | 'top'> {
  data: Leaderboard
  first: number
  busy: boolean
  running: boolean
  moving: boolean
  isLive: boolean
  signedIn: boolean
  onMore: () => void
}

function Rows(props: RowsProps) {
  const { data, season, gender, ages, test, first, busy, running, moving, isLive, signedIn, onMore } = props
  const mine = useRef<HTMLTableRowElement>(null)
  const me = data.me ?? null
  const label = captionOf(gender, ages, test)
  const { leaderboard: rows, total } = data
  const { table, button, onPress } = useFocusOnNew(rows.length, onMore)
  const next = moreThan(rows.length)
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
          ref={table}
        />
        <Cluster gap={3} align="center" between className={styles.foot}>
          <p className={text.quietFigures}>
            {rows.length < total ? `${rows.length} of ${total} athletes` : counted(total, 'athlete')} ·{' '}
            {londonMoment(data.timestamp, serverNow(), shortDay)}
            {isLive && <span className={classNames(styles.live, text.title)}>Live</span>}
          </p>
          {total > rows.length && (
            <Button ref={button} variant="secondary" onClick={onPress} busy={busy}>
              {total <= next ? `Show all ${total}` : `Show the ${next > PAGE ? 'next' : 'first'} ${PAGE}`}
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
        {signedIn && !me && running && gender === 'all' && ages === 'all' && test === 'final' && !busy && (
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

/** For a list that grows when its button is pressed: the focus goes on to the first new row, unless it has left the button. */
function useFocusOnNew(count: number, onMore: () => void) {
  const table = useRef<HTMLTableElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** The number of the first row that was asked for. */
  const next = useRef(Infinity)
  useEffect(() => {
    if (count <= next.current) return
    const { activeElement, body } = document
    // The button may be gone by now.
    if (activeElement === button.current || activeElement === body)
      table.current?.tBodies[0]?.rows[next.current]?.focus({ preventScroll: true })
    next.current = Infinity
  }, [count])
  const onPress = () => {
    next.current = count
    onMore()
  }
  return { table, button, onPress }
}

interface EmptyProps {
  season: number
  /** Otherwise it is over, so that nobody can join it any more. */
  running: boolean
  signedIn: boolean
  ages: BoardAges
  children: ReactNode
}

/** An empty board, which may be waiting for its first athlete. */
function Empty({ season, running, signedIn, ages, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Podium rows={[]} moving={running} />
      {running && ages === 'all' ? (
        <Waiting season={season} signedIn={signedIn}>
          {children}
        </Waiting>
      ) : (
        <EmptyState title="Nobody is on this board.">
          {running
            ? 'Look at another age group.'
            : `Season ${season} is over. Look at another season, or at another test.`}
        </EmptyState>
      )}
    </div>
  )
}

/** Invites to an empty board, but nobody whom a test would not put there. */
function Waiting({ season, signedIn, children }: Pick<EmptyProps, 'season' | 'signedIn' | 'children'>) {
  const absence = useAbsence(season)
  if (signedIn && absence !== 'untested')
    return <EmptyState title="The board is empty.">{absence && absenceText(absence)}</EmptyState>
  return (
    <EmptyState
      title="The board is empty. Yours could be first."
      action={<LinkButton href={paths.bookTest()}>Book a test</LinkButton>}
    >
      {children}
    </EmptyState>
  )
}

/** A board that is on its way, or that did not come. */
function States({ query, top }: { query: ReturnType<typeof useLiveBoard>['query']; top: number }) {
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
