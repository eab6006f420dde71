import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { api } from '../../../../api/client/client'
import { serverNow, serverNowKnown } from '../../../../api/clock'
import { useLive, type Reveal } from '../../../../api/live/live'
import type { Leaderboard } from '../../../../api/types'
import { PUSHED } from '../../live-board'
import { oneAtATime } from '../../one-at-a-time'
import { boardsOf, keepBoards, keptBoards } from './boards'
import { direct, opening, untilTick } from './director'
import { turning, untilTurn, type Turns } from './rotation'
import { stillness } from '../stage/stillness'

/** How often to poll while the stream is silent. */
const ASK_MS = 15_000
/** For how long after opening a connection may still deliver old events. */
const CATCHING_UP_MS = 2000

/**
 * The scene of a hall's screen: fed by the stream, by questions while there is none, by the clock, and at first by what
 * the device kept. `behind` while nobody answers; `configVersion` is the stream's.
 */
export function useScene(turns: Turns) {
  const live = useLive('always')
  const [scene, happens] = useReducer(direct, null, () => opening(keptBoards(serverNow()), serverNow()))
  const { status, since } = live
  const { asked, standsSince } = useQuestions(status === 'stale')
  const tell = useEffectEvent((boards: Leaderboard | null, reveal: Reveal | null, answered: boolean) => {
    const now = serverNow()
    if (boards) happens({ type: 'boards', boards: boardsOf(boards), now })
    // An event at the start of a connection, or an answer, may be a while old; any later event is recent.
    const late = (answered || Date.now() - since < CATCHING_UP_MS) && serverNowKnown()
    if (reveal) happens({ type: 'reveal', reveal, still: stillness(), late, now })
  })
  useEffect(() => tell(live.leaderboard, null, false), [live.leaderboard])
  useEffect(() => tell(null, live.reveal, false), [live.reveal])
  // One that the stream has overtaken says nothing new.
  const answer = status === 'stale' && standsSince >= since ? asked : null
  useEffect(() => {
    if (answer) tell(answer.boards, answer.reveal, true)
  }, [answer])

  useEffect(() => {
    const waits = [
      untilTick(scene),
      scene.act ? null : untilTurn(scene.now, turning(scene.boards, turns.boards), turns.pace),
    ].filter((wait) => wait !== null)
    if (waits.length === 0) return
    const soonest = Math.max(0, scene.now + Math.min(...waits) - serverNow())
    const timer = window.setTimeout(() => happens({ type: 'tick', now: serverNow() }), soonest)
    return () => clearTimeout(timer)
  }, [scene, turns])

  useEffect(() => {
    if (scene.boards) keepBoards(scene.boards)
  }, [scene.boards])

  const behind = status === 'stale' && standsSince < since
  return { scene, behind, waiting: status === 'connecting', configVersion: live.config?.version }
}

interface Answers {
  boards: Leaderboard
  reveal: Reveal
}

/** Polls for what the stream would deliver, for networks that block streams. */
function useQuestions(needed: boolean) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['leaderboard', 'venue'],
    queryFn: async ({ signal }): Promise<Answers> => {
      const ask = (of: { season?: number }) =>
        oneAtATime(
          () => api.get('user/leaderboard', { query: { groupBy: 'gender', top: PUSHED, ...of }, signal }),
          signal,
        )
      // The board comes first: one that is ahead of the reveal would show a final before it is played.
      const both = async (of: { season?: number }): Promise<Answers> => ({
        boards: await ask(of),
        reveal: await api.get('event/livescreen/reveal', { signal }),
      })
      const answers = await both({})
      const { season } = answers.reveal
      // The ceremony may be of another season than the one that runs.
      return season === null || season === answers.boards.season ? answers : both({ season })
    },
    enabled: needed,
    staleTime: 0,
    retry: false,
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
  })
  return { asked: data ?? null, standsSince: dataUpdatedAt }
}
