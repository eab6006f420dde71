// Which board is shown at a moment. It follows from the clock alone, so every screen of a venue changes at once and a
// reload has no effect; only a reveal pauses it, and leads to the board with the revealed athlete.
import type { Boards } from './boards'
import { isBefore } from '../stage/ceremony'
import { REST_MS, type Scene } from './director'
import { rowOf, type Somebody } from './rows'
import { orderly, type VenueBoard } from '../settings'

export interface Turns {
  /** The boards that were chosen. */
  boards: readonly VenueBoard[]
  /** Seconds. */
  pace: number
}

/** The boards that take turns: the chosen ones that are not empty. */
export function turning(boards: Boards | null, chosen: readonly VenueBoard[]): VenueBoard[] {
  const filled = chosen.filter((board) => (boards?.[board].length ?? 0) > 0)
  return filled.length > 0 ? filled : orderly(chosen).slice(0, 1)
}

/** The board whose turn it is. */
export function boardAt(nowMs: number, boards: readonly VenueBoard[], pace: number): VenueBoard {
  const turn = Math.floor(nowMs / (pace * 1000))
  return boards[turn % boards.length] ?? 'overall'
}

/** The time until the next turn, ms; null if there is none. */
export function untilTurn(nowMs: number, boards: readonly VenueBoard[], pace: number): number | null {
  return boards.length > 1 ? pace * 1000 - (nowMs % (pace * 1000)) : null
}

/** The first of the boards that shows them among its first rows. */
function landing(
  who: Somebody,
  boards: Boards,
  among: readonly VenueBoard[],
  rows: number,
): VenueBoard | null {
  return among.find((board) => rowOf(boards[board].slice(0, rows), who) !== null) ?? null
}

/** The board that the scene shows, on a screen with room for `rows` rows. */
export function boardOn(scene: Scene, { boards: chosen, pace }: Turns, rows: number): VenueBoard {
  const { act, latest, landedAt, now } = scene
  // The board that they enter may not be shown yet.
  const shown = act && scene.next ? scene.next : scene.boards
  const among = turning(shown, chosen)
  if (act && isBefore(act.part, 'stand')) return boardAt(act.from, turning(scene.boards, chosen), pace)
  const resting = landedAt + REST_MS > now ? latest : null
  const who = act?.reveal ?? resting
  return (who && shown && landing(who, shown, among, rows)) ?? boardAt(now, among, pace)
}
