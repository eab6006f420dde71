import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isRunning } from '../../academy/seasons'
import { serverNow } from '../../api/clock'
import { useLive, type LiveBoards } from '../../api/live/live'
import { queryKeys } from '../../api/queries'
import { useConfigFollowed } from '../../api/live/use-config-followed'
import { useSession } from '../../auth/SessionProvider'
import { withPush } from './live-board'
import { boardQuery, type BoardQuery } from './api'

/** How often a board is polled anyway: while pushes of it arrive, while connecting, and while they fail. */
const EVERY_MS = { live: 300_000, connecting: 60_000, stale: 15_000 }
/**
 * The delay before a board is refetched after an event: bursts become one request, and an audience does not send
 * requests at once.
 */
const SETTLE_MS = 300
const SPREAD_MS = 1500

/**
 * A live board. An event is shown without a request if it contains the answer; the rest is refetched, one request at a
 * time. `behind` while disconnected: the board is as old as its timestamp. `moving`, and live, while its season runs, or a
 * ceremony reveals finals of it: after the last season the latest is pushed too, which is over.
 */
export function useLiveBoard(board: BoardQuery) {
  // Who asks decides whether a row is theirs: the board waits until that is known.
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const live = useLive()
  const running = isRunning(board.season, serverNow())
  // During a ceremony it is the board of its season, whichever runs.
  const pushed = live.leaderboard ? live.leaderboard.season === board.season.season : running
  const moving = running || live.reveal?.season === board.season.season
  const queries = useQueryClient()
  const query = useQuery({
    ...boardQuery(board),
    enabled: status !== 'loading',
    refetchInterval: pushed ? EVERY_MS[live.status] : running ? EVERY_MS.connecting : EVERY_MS.live,
  })
  const { season, gender, ages, test, top, eventId } = board
  const push = pushed && status !== 'loading' ? live.leaderboard : null
  const younger = query.dataUpdatedAt > live.boardAt
  const { isFetching } = query
  const asking = useRef(0)
  /** The push that has had its say about a board, against an answer from before it or one from after. */
  const said = useRef<{ push: LiveBoards; about: string } | null>(null)

  useEffect(() => {
    if (!push) return
    const { queryKey } = boardQuery({ eventId, season, gender, ages, test, top })
    const about = [...queryKey, younger].join('|')
    if (said.current?.push === push && said.current.about === about) return
    const known = queries.getQueryData(queryKey)
    // A first answer that is still on its way has the viewer's row too.
    if (!known && isFetching) return
    said.current = { push, about }
    const taken = withPush(known, push, { season: season.season, gender, ages, test, top, signedIn })
    // An answer that came after the event may contain more; if they differ, it is unknown which is newer.
    if (!taken || (younger && !taken.data)) return
    if (taken.data && !younger) queries.setQueryData(queryKey, taken.data)
    if ((taken.whole && !younger) || asking.current !== 0) return
    asking.current = window.setTimeout(
      () => {
        asking.current = 0
        void queries.invalidateQueries({ queryKey: [...queryKeys.mine, 'leaderboard'] })
      },
      SETTLE_MS + Math.random() * SPREAD_MS,
    )
  }, [push, younger, isFetching, queries, eventId, season, gender, ages, test, top, signedIn])
  useEffect(
    () => () => {
      clearTimeout(asking.current)
      asking.current = 0
    },
    [],
  )

  // The moment the line is lost it is seen whether the server can still be asked.
  const lost = pushed && live.status === 'stale'
  const { refetch } = query
  useEffect(() => {
    if (lost && status !== 'loading') void refetch()
  }, [lost, status, refetch])
  useConfigFollowed(live.config?.version)

  return {
    query,
    signedIn,
    running,
    moving,
    isLive: moving && pushed && live.status === 'live',
    behind: query.isError || (lost && query.dataUpdatedAt < live.since),
  }
}

export type LiveBoard = ReturnType<typeof useLiveBoard>
