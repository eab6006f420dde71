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
import { agesText, beyond, BOARD_AGES, BOARD_TESTS, BOARDS, sharedPositions } from '../board'
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
import { useLiveBoard, type LiveBoard } from '../use-live-board'

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
  const board = { eventId: config.event.eventId, season, gender, ages, test, top: shown }
  return (
    <>
      <BoardControls seasons={seasons} board={board} onQuery={onQuery} />
      <Standings board={board} first={top} onMore={() => setShown(moreThan(shown))} emptyText={emptyText} />
    </>
  )
}

interface StandingsProps {
  board: BoardQuery
  /** How many rows are shown at first. */
  first: number
  onMore: () => void
  emptyText: ReactNode
}

function Standings({ board, first, onMore, emptyText }: StandingsProps) {
  const online = useOnline()
  const live = useLiveBoard(board)
  const { error, isPlaceholderData, refetch, isFetching } = live.query
  // Drawn in slices: a board is much at once for a phone that is being scrolled.
  const data = useDeferredValue(live.query.data)
  if (!data) return <States query={live.query} top={first} />
  return (
    <>
      <LiveRegion>
        {live.behind && (
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
        )}
      </LiveRegion>
      {data.total === 0 && !isPlaceholderData ? (
        <Empty board={board} live={live}>
          {emptyText}
        </Empty>
      ) : (
        <Rows board={board} live={live} data={data} first={first} onMore={onMore} />
      )}
    </>
  )
}

interface RowsProps extends Pick<StandingsProps, 'board' | 'first' | 'onMore'> {
  live: LiveBoard
  data: Leaderboard
}

function Rows({ board, live, data, first, onMore }: RowsProps) {
  const { running, moving, isLive, behind, signedIn } = live
  const busy = live.query.isPlaceholderData
  const mine = useRef<HTMLTableRowElement>(null)
  const me = data.me ?? null
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
          caption={`${nameOfBoard(board)}: the first ${rows.length} of ${total}`}
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
            {isLive && !behind && <span className={classNames(styles.live, text.title)}>Live</span>}
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
        {signedIn && !me && running && ranksEverybody(board) && !busy && (
          <Absent season={board.season.season} />
        )}
      </Stack>
    </div>
  )
}

/** Whether it is the board of all finals, on which everybody who competes has a place. */
const ranksEverybody = ({ gender, ages, test }: BoardQuery) =>
  gender === 'all' && ages === 'all' && test === 'final'

/** `Season 3, Power, women, age 25–29`. */
function nameOfBoard({ season, gender, ages, test }: BoardQuery): string {
  return [
    `Season ${season.season}`,
    ...(test === 'final' ? [] : [test]),
    (BOARDS.find(({ value }) => value === gender)?.label ?? '').toLowerCase(),
    ...(ages === 'all' ? [] : [agesText(ages).toLowerCase()]),
  ].join(', ')
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
  board: BoardQuery
  live: LiveBoard
  children: ReactNode
}

/** An empty board, which may be waiting for its first athlete. */
function Empty({ board, live, children }: EmptyProps) {
  const { season } = board.season
  // Nobody can join a board that is over.
  const { running, signedIn } = live
  return (
    <div className={styles.empty}>
      <Podium rows={[]} moving={running} />
      {running && board.ages === 'all' ? (
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

interface WaitingProps {
  season: number
  signedIn: boolean
  children: ReactNode
}

/** Invites to an empty board, but nobody whom a test would not put there. */
function Waiting({ season, signedIn, children }: WaitingProps) {
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
function States({ query, top }: { query: LiveBoard['query']; top: number }) {
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
