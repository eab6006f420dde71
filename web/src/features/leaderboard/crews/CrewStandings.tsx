import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '../../../academy/civil-date'
import { londonMoment } from '../../../academy/london'
import { points } from '../../../academy/numbers'
import { serverNow, toServerTime } from '../../../api/clock'
import { configQuery } from '../../../api/queries'
import { Notice } from '../../../components/feedback/Notice'
import { EmptyState } from '../../../components/feedback/States'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { begunSeasons } from '../../../academy/seasons'
import { useHeldFinal } from '../use-held-final'
import { classNames } from '../../../components/class-names'
import marks from '../standings/Board.module.css'
import { SeasonField } from '../standings/SeasonField'
import type { Crew, CrewBoard } from './api'
import { changesOf, changeSentence, isRanked, NO_CHANGES } from './changes'
import { CrewTable } from './CrewTable'
import styles from './CrewTable.module.css'
import { OthersList } from './OthersList'

interface CrewStandingsProps {
  crew: Crew
  board: UseQueryResult<CrewBoard>
  isLive: boolean
  /** Undefined: the one that is shown today. */
  season: number | undefined
  onSeason: (season: string | undefined) => void
}

/** The crew's board in a season, and who has no place on it. */
export function CrewStandings({ crew, board, isLive, season, onSeason }: CrewStandingsProps) {
  const config = useQuery(configQuery()).data
  const seasons = config ? begunSeasons(config.seasons, serverNow()) : []
  return (
    <Stack as="section" gap={4} top shrink="all" className={styles.board} aria-labelledby="crew-board">
      <Cluster gap={[3, 5]} align="center" between>
        <h2 id="crew-board" className={text.h3}>
          The board
        </h2>
        {seasons.length > 1 && <SeasonField seasons={seasons} season={season} onSeason={onSeason} />}
      </Cluster>
      <Loaded result={board} label="Loading the board" height={['3.25rem', '3.25rem', '3.25rem', '3.25rem']}>
        {(data) => (
          <Rows
            crew={crew}
            board={data}
            busy={board.isPlaceholderData}
            today={season === undefined}
            isLive={isLive && season === undefined}
            seenAt={toServerTime(board.dataUpdatedAt)}
          />
        )}
      </Loaded>
    </Stack>
  )
}

interface RowsProps {
  crew: Crew
  board: CrewBoard
  busy: boolean
  /** Whether it is the season that is shown today. */
  today: boolean
  isLive: boolean
  /** Ms by the server's clock. */
  seenAt: number
}

function Rows({ crew: { me }, board, busy, today, isLive, seenAt }: RowsProps) {
  const { changes, said } = useChanges(board, me)
  const ranked = board.members.filter(isRanked)
  const others = board.members.filter((row) => !isRanked(row))
  const onBoard = ranked.some(({ memberId }) => memberId === me.memberId)
  return (
    <>
      {today && !onBoard && !busy && <Absent me={me} season={board.season} />}
      {ranked.length > 0 ? (
        <CrewTable
          caption={`${board.name}, season ${board.season}: ${ranked.length} of ${board.members.length} ${board.members.length === 1 ? 'member' : 'members'}`}
          rows={ranked}
          me={me}
          changes={changes}
          busy={busy}
        />
      ) : (
        <EmptyState title="Nobody is on this board yet.">
          The first final that is shared here takes first place.
        </EmptyState>
      )}
      <p className={text.quietFigures}>
        Season {board.season} · {londonMoment(seenAt, serverNow(), shortDay)}
        {isLive && <span className={classNames(marks.live, text.title)}>Live</span>}
      </p>
      <VisuallyHidden live>{said}</VisuallyHidden>
      {/* Alone in a crew, one knows. */}
      {board.members.length > 1 && others.length > 0 && <OthersList rows={others} me={me} />}
    </>
  )
}

/** What the newest board has changed, until the next one. */
function useChanges(board: CrewBoard, me: Crew['me']) {
  const [state, setState] = useState({ board, changes: NO_CHANGES, said: '' })
  if (state.board.version === board.version && state.board.season === board.season) return state
  const next = { board, changes: changesOf(state.board, board), said: changeSentence(state.board, board, me) }
  setState(next)
  return next
}

interface AbsentProps {
  me: Crew['me']
  season: number
}

/** Why the athlete has no place on today's board, and what would give them one. */
function Absent({ me, season }: AbsentProps) {
  if (me.score === null) return <NoFinal me={me} season={season} />
  return me.shareFinal ? null : (
    <Notice>
      Your {points(me.score)} is hidden from this crew. Switch on “My final” to take your place.
    </Notice>
  )
}

function NoFinal({ me, season }: AbsentProps) {
  const held = useHeldFinal(season)
  if (held === undefined) return null
  return (
    <Notice>
      {held ? (
        'Your final is revealed at the event.'
      ) : (
        <>
          You have no final this season.{' '}
          {me.shareFinal ? 'One test puts you here.' : 'One test puts you here, once “My final” is on.'}{' '}
          <a href={paths.bookTest()}>Book a test</a>
        </>
      )}
    </Notice>
  )
}
