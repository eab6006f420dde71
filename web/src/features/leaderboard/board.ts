// How a row is worded: names, movement, shared places. The server decides the order.
import { measureText } from '../../academy/measure'
import { counted } from '../../academy/numbers'
import type { LeaderboardRow } from '../../api/types'
import { TEST_TYPES, type TestType } from '../../components/art/test-types'

export type BoardGender = 'all' | 'male' | 'female'

export const BOARDS: readonly { value: BoardGender; label: string }[] = [
  { value: 'all', label: 'Overall' },
  { value: 'female', label: 'Women' },
  { value: 'male', label: 'Men' },
]

/** What is ranked: final scores, or the points of one of the six tests. */
export type BoardTest = 'final' | TestType

export const BOARD_TESTS: readonly { value: BoardTest; label: string }[] = [
  { value: 'final', label: 'All six tests' },
  ...TEST_TYPES.map((test) => ({ value: test, label: test })),
]

/** Everybody, or an age group, by the age on the day of the test (RULES 8.10). */
export const BOARD_AGES = [
  'all',
  'U18',
  '18-24',
  '25-29',
  '30-34',
  '35-39',
  '40-44',
  '45-49',
  '50-54',
  '55-59',
  '60-64',
  '65-69',
  '70+',
] as const

export type BoardAges = (typeof BOARD_AGES)[number]

/** `All ages`, `Under 18`, `Age 25–29`. */
export const agesText = (ages: BoardAges): string =>
  ages === 'all' ? 'All ages' : ages === 'U18' ? 'Under 18' : `Age ${ages.replace('-', '–')}`

/** First name and initial; the full name if the row has it (one's own). */
export function nameOf(row: Pick<LeaderboardRow, 'uaid' | 'firstName' | 'lastName'>): string {
  const first = row.firstName.trim() || 'Athlete'
  const last = row.lastName.trim()
  if (!last) return first
  return row.uaid === null ? `${first} ${last}.` : `${first} ${last}`
}

/** The measurement that made the points of a test: `7.82 s`; null without one (RULES 8.11). */
export const markOf = ({ measurement }: Pick<LeaderboardRow, 'measurement'>): string | null =>
  measurement ? measureText(measurement.raw, measurement.unit) : null

/** Two letters for the badge. */
export function initialsOf(row: Pick<LeaderboardRow, 'firstName' | 'lastName'>): string {
  const letter = (name: string) => Array.from(name.trim())[0]?.toUpperCase() ?? ''
  return letter(row.firstName) + letter(row.lastName) || '–'
}

export type Movement = { kind: 'new' } | { kind: 'same' } | { kind: 'up' | 'down'; by: number }

/** The change of a position since the last midnight. */
export function movementOf(row: Pick<LeaderboardRow, 'position' | 'prevPosition'>): Movement {
  if (row.prevPosition === null) return { kind: 'new' }
  const by = row.prevPosition - row.position
  if (by === 0) return { kind: 'same' }
  return { kind: by > 0 ? 'up' : 'down', by: Math.abs(by) }
}

export function movementWords(movement: Movement): string {
  if (movement.kind === 'new') return 'New today'
  if (movement.kind === 'same') return 'No change'
  return `${movement.kind === 'up' ? 'Up' : 'Down'} ${counted(movement.by, 'place')}`
}

/** `1st`, `2nd`, `23rd`. */
export function ordinal(position: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Record<string, string | undefined>
  return `${position}${ending[new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(position)] ?? 'th'}`
}

/** `3rd`, or `Joint 3rd` if it is shared. */
export const placeText = (position: number, shared: boolean): string =>
  shared ? `Joint ${ordinal(position)}` : ordinal(position)

/** The positions that more than one of the rows holds. */
export function sharedPositions(rows: readonly { position: number | null }[]): ReadonlySet<number> {
  const seen = new Set<number>()
  const held = rows.flatMap(({ position }) => position ?? [])
  return new Set(held.filter((at) => seen.has(at) || !seen.add(at)))
}

/** The rows around one's own that are not among the first ones. */
export function beyond(
  first: readonly LeaderboardRow[],
  around: readonly LeaderboardRow[],
  me: LeaderboardRow | null,
): LeaderboardRow[] {
  if (!me || first.some((row) => row.isUser)) return []
  const key = (row: LeaderboardRow) => `${row.position}|${row.firstName}|${row.lastName}|${row.score}`
  const known = new Set(first.map(key))
  return around.filter((row) => row.isUser || !known.has(key(row)))
}

/** Who of those shown has gained the most places since midnight; none if nobody moved up. */
export function climbOf(rows: readonly LeaderboardRow[]): LeaderboardRow | null {
  const won = (row: LeaderboardRow) => (row.prevPosition ?? row.position) - row.position
  const [best] = rows.toSorted((one, other) => won(other) - won(one))
  return best && won(best) > 0 ? best : null
}
