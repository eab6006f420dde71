// How a team that is larger than a quarter hour is spread over the next ones.
import { spreadTeam } from './generated/sixfold_wasm.js'
import { SLOT_TIMES, type Slot } from './grid.ts'

const NONE = 255
const NOT_OPEN = -1

/** An athlete of a team: the time that they keep, or none if they are to be placed. */
export interface InTeam {
  staysAt?: string | undefined
}

/** Everybody's time in the order of the team, or how many places there are in a row from that time on. */
export type Spread = { times: string[] } | { room: number }

/**
 * Spreads a team over a day's times from `start` on, as the server does. `slots` are the times that are open to every one of its
 * athletes; `own` are times at which the team gives up a place itself.
 */
export function spreadOver(
  team: readonly InTeam[],
  start: string,
  slots: readonly Slot[],
  own: readonly string[] = [],
): Spread {
  const room = new Int32Array(SLOT_TIMES.length).fill(NOT_OPEN)
  for (const { time, remaining, available, reason } of slots) {
    const index = SLOT_TIMES.indexOf(time)
    if (index >= 0 && (available || reason === 'SLOT_FULL')) {
      room[index] = remaining + own.filter((freed) => freed === time).length
    }
  }
  const currentTimes = Uint8Array.from(team, ({ staysAt }) =>
    staysAt === undefined ? NONE : Math.max(0, SLOT_TIMES.indexOf(staysAt)),
  )
  const spread = spreadTeam(currentTimes, Math.max(0, SLOT_TIMES.indexOf(start)), room)
  if (typeof spread === 'number') return { room: spread }
  return { times: Array.from(spread, (index) => SLOT_TIMES[index] ?? '') }
}
