import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { normaliseFailure, type ApiFailure } from '../../../api/client/failure'
import { StreamStore, type StreamState } from '../../../api/live/stream-store'
import { isClosed } from '../../../offline/last-seen'
import { crewBoardQuery, crewKey, crewQuery } from './api'

interface CrewLive extends StreamState {
  /** Names the state of the crew: another one says that something has changed. */
  version: string | null
}

class CrewStream extends StreamStore<CrewLive, 'changed'> {
  readonly subscribe = (changed: () => void) => this.watch(changed, 'shown')

  constructor(crewId: string) {
    super(
      { address: `/api/user/crew/${encodeURIComponent(crewId)}/stream`, kinds: ['changed'] },
      { status: 'connecting', since: 0, version: null },
      (_, data) => data as { version: string },
    )
  }
}

/** One for each crew that has been open in this tab; one that nobody watches holds no connection. */
const streams = new Map<string, CrewStream>()

function streamOf(crewId: string): CrewStream {
  const stream = streams.get(crewId) ?? new CrewStream(crewId)
  streams.set(crewId, stream)
  return stream
}

/** How often it is asked anyway: while events arrive, while connecting, and while they fail. */
const EVERY_MS = { live: 300_000, connecting: 60_000, stale: 15_000 }
/** Events of a whole crew do not become as many requests at the same moment. */
const SPREAD_MS = 700

/**
 * A crew and its board, fetched again on each change that its stream reports. `behind` while disconnected: the board is
 * as old as `seenAt`. `closed` says why the athlete may not see it.
 */
export function useLiveCrew(crewId: string, season: number | undefined) {
  const stream = streamOf(crewId)
  const live = useSyncExternalStore(stream.subscribe, stream.read)
  const queries = useQueryClient()
  const refetchInterval = EVERY_MS[live.status]
  const crew = useQuery({ ...crewQuery(crewId), refetchInterval })
  const board = useQuery({
    ...crewBoardQuery(crewId, season),
    refetchInterval,
    placeholderData: keepPreviousData,
  })
  const [closed, setClosed] = useState<ApiFailure | null>(null)
  const refusal = crew.error && isClosed(crew.error) ? normaliseFailure(crew.error) : null
  if (refusal && refusal !== closed) setClosed(refusal)
  // A call that is lost later says nothing about it.
  if (closed && crew.isSuccess) setClosed(null)
  useEffect(() => {
    if (!closed) return
    for (const query of queries.getQueryCache().findAll({ queryKey: crewKey(crewId) })) query.reset()
  }, [closed, queries, crewId])

  const shown = board.data?.version
  const { version } = live

  useEffect(() => {
    // A past season's board has another version than the stream: it is asked for once after each event.
    if (version === null || shown === undefined || version === shown) return
    const timer = window.setTimeout(
      () => void queries.invalidateQueries({ queryKey: crewKey(crewId) }),
      Math.random() * SPREAD_MS,
    )
    return () => window.clearTimeout(timer)
  }, [version, shown, queries, crewId])

  // A stream ends for somebody who is no longer a member, too: whether they are is asked at once.
  const lost = live.status === 'stale'
  useEffect(() => {
    if (lost) void queries.invalidateQueries({ queryKey: crewKey(crewId) })
  }, [lost, queries, crewId])

  const seenAt = board.dataUpdatedAt
  return {
    crew,
    board,
    closed,
    isLive: live.status === 'live',
    behind: shown !== undefined && (board.isError || crew.isError || (lost && seenAt < live.since)),
    seenAt,
  }
}
