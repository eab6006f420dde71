// Applies a push to the board on screen, and says what still has to be requested.
import type { Leaderboard, LeaderboardRow } from '../../api/types'
import type { BoardQuery } from './api'
import type { BoardGender } from './board'

/** As many rows as a push holds of each board. */
export const PUSHED = 15

export interface OnScreen extends Pick<BoardQuery, 'gender' | 'ages' | 'test' | 'top'> {
  season: number
  /** Who is signed in has a row of their own, which no push knows. */
  signedIn: boolean
}

export interface Pushed {
  /** What can be shown at once; null where the push says nothing that could. */
  data: Leaderboard | null
  /** Whether that is everything: otherwise the board is refetched. */
  whole: boolean
}

const rowsOf = (push: Leaderboard, gender: BoardGender): readonly LeaderboardRow[] =>
  (gender === 'all' ? push.leaderboard : gender === 'male' ? push.males : push.females) ?? []

/** A push taken into what is known; null where it is about another season, or nothing can have changed. */
export function withPush(known: Leaderboard | undefined, push: Leaderboard, on: OnScreen): Pushed | null {
  if (push.season !== on.season) return null
  // A push has neither the boards of the tests nor those of the age groups.
  if (on.ages !== 'all') return { data: null, whole: false }
  const rows = rowsOf(push, on.gender)
  const { total, counted } = totalOf(known, push, on.gender, rows.length)
  if (on.test !== 'final' || (on.top > PUSHED && rows.length >= PUSHED)) return { data: null, whole: false }
  // Somebody who is signed in gets nothing without their own row.
  if (on.signedIn && !known) return { data: null, whole: false }
  const shown = rows.slice(0, on.top)
  if (known?.total === total && sameRows(known.leaderboard, shown)) {
    // The push says neither how many there are in a full group nor where the caller's own row is below these.
    const ownBelow = known.me && !known.leaderboard.some(({ isUser }) => isUser)
    return !counted || ownBelow ? { data: null, whole: false } : null
  }
  const { from, to, previousSeason, timestamp, season } = push
  const me = known?.me
  return {
    data: {
      ...(me ? { me, around: known.around ?? [] } : {}),
      leaderboard: shown.map((row) => (me && isOwn(row, me) ? { ...me, ...standing(row) } : row)),
      total,
      cursor: null,
      season,
      from,
      to,
      previousSeason,
      timestamp,
    },
    whole: counted && !on.signedIn,
  }
}

/** Whether two boards read alike; the caller's own row is written out on one of them. */
const sameRows = (one: readonly LeaderboardRow[], other: readonly LeaderboardRow[]) =>
  one.length === other.length &&
  one.every((row, at) => {
    const beside = other[at]
    return (
      beside !== undefined &&
      row.position === beside.position &&
      row.prevPosition === beside.prevPosition &&
      (isOwn(row, beside) || isOwn(beside, row))
    )
  })

/** A push gives the overall total; a group's total only where the push holds the whole group. */
function totalOf(known: Leaderboard | undefined, push: Leaderboard, gender: BoardGender, rows: number) {
  if (gender === 'all') return { total: push.total, counted: true }
  return rows < PUSHED
    ? { total: rows, counted: true }
    : { total: Math.max(known?.total ?? 0, rows), counted: false }
}

/** An event has initials and no uaids: the caller's own row is the one that looks the same, until the refetch. */
const isOwn = (row: LeaderboardRow, me: LeaderboardRow) =>
  row.firstName === me.firstName &&
  row.score === me.score &&
  row.gender === me.gender &&
  me.lastName.toLocaleUpperCase('en-GB').startsWith(row.lastName)

const standing = ({ position, prevPosition }: LeaderboardRow) => ({ position, prevPosition })
