// How one reveal is played: which part of it is shown at a given moment. Knows no clock and draws nothing.

/** The screen goes dark; a name, a pause, the score counts up, the position appears, it moves into its row. */
export type Part = 'dim' | 'name' | 'pause' | 'count' | 'stand' | 'land' | 'over'

/** How long each takes at a speed of 1, ms. */
const PLAN: readonly { part: Part; ms: number }[] = [
  { part: 'dim', ms: 900 },
  { part: 'name', ms: 1900 },
  { part: 'pause', ms: 1400 },
  { part: 'count', ms: 3000 },
  { part: 'stand', ms: 2400 },
  { part: 'land', ms: 1600 },
]

const orderOf = (part: Part) => PLAN.findIndex((one) => one.part === part)

/** When a part begins, ms after the start at a speed of 1. */
export const beginOf = (part: Part): number =>
  (part === 'over' ? PLAN : PLAN.slice(0, orderOf(part))).reduce((sum, { ms }) => sum + ms, 0)

/** Speeds that the desk can ask for; anything else is taken to the nearest. */
export const tempo = (speed: number): number =>
  Number.isFinite(speed) ? Math.min(4, Math.max(0.25, speed)) : 1

/** The part that is shown at a time after the start. */
export function partAt(elapsedMs: number, speed: number): Part {
  let left = elapsedMs * tempo(speed)
  for (const { part, ms } of PLAN) {
    if (left < ms) return part
    left -= ms
  }
  return 'over'
}

/** How long until the next part, ms; null once it is over. */
export function untilNext(elapsedMs: number, speed: number): number | null {
  const part = partAt(elapsedMs, speed)
  const next = PLAN[orderOf(part) + 1]?.part ?? 'over'
  return part === 'over' ? null : Math.max(1, Math.ceil(beginOf(next) / tempo(speed) - elapsedMs))
}

export const isBefore = (one: Part, other: Part): boolean => beginOf(one) < beginOf(other)

/** What the counter shows: fast at first, slow at the end, whole at `share` 1. */
export const counted = (score: number, share: number): number =>
  share >= 1 ? score : score * (1 - (1 - Math.max(0, share)) ** 3)
