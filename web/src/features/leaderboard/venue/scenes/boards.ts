// The boards of the venue screen: read from a push or an answer, and kept overnight.
import type { Leaderboard, LeaderboardRow } from '../../../../api/types'
import { dropValue, storeValue, readValue } from '../device-values'
import type { VenueBoard } from '../settings'

export interface Boards extends Record<VenueBoard, readonly LeaderboardRow[]> {
  /** The number of people on the overall board. */
  total: number
  season: number | null
  /** The server's clock when it was so, ISO. */
  at: string
}

/** A row as the public sees it (RULES 8.6): an answer has the caller's own row in full, and all of them for staff. */
const publicRow = (row: LeaderboardRow): LeaderboardRow => ({
  ...row,
  uaid: null,
  lastName: /^.\p{Mark}*/u.exec(row.lastName.trim())?.[0].toLocaleUpperCase('en-GB') ?? '',
  isUser: false,
  gender: row.gender === 'male' || row.gender === 'female' ? row.gender : null,
})

const publicRows = (rows: readonly LeaderboardRow[] | null | undefined) => (rows ?? []).map(publicRow)

export const boardsOf = (answer: Leaderboard): Boards => ({
  overall: publicRows(answer.leaderboard),
  women: publicRows(answer.females),
  men: publicRows(answer.males),
  total: answer.total,
  season: answer.season,
  at: answer.timestamp,
})

/** Whether two say the same but for the time. */
export const sameBoards = (one: Boards, other: Boards): boolean =>
  JSON.stringify({ ...one, at: '' }) === JSON.stringify({ ...other, at: '' })

const NAME = 'board'
/** A night and a day; older boards are useless, and no name is kept on a device indefinitely. */
const LONGEST_MS = 36 * 60 * 60 * 1000

export const keepBoards = (boards: Boards): void => storeValue(NAME, boards)

/** The boards of before the reload, unless they are too old. */
export function keptBoards(nowMs: number): Boards | null {
  const boards = readValue(NAME)
  if (!isBoards(boards)) return null
  if (Math.abs(nowMs - Date.parse(boards.at)) <= LONGEST_MS) return boards
  dropValue(NAME)
  return null
}

function isBoards(value: unknown): value is Boards {
  if (typeof value !== 'object' || value === null) return false
  const { overall, women, men, at, total } = value as Partial<Record<keyof Boards, unknown>>
  const lists = [overall, women, men].every(
    (rows) => Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null),
  )
  return lists && typeof total === 'number' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}
