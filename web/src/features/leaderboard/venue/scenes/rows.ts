// Tracks people from one board to the next: public rows carry no number, so a row is identified by its text.
import type { LeaderboardRow } from '../../../../api/types'

export interface KnownRow {
  /** Stays with the person while they move. */
  key: string
  row: LeaderboardRow
}

const person = (row: LeaderboardRow) => `${row.firstName}|${row.lastName}|${row.gender ?? ''}`
const exactly = (row: LeaderboardRow) => `${person(row)}|${row.score}`

/**
 * Gives each row the key that its athlete had. Two athletes who look the same are distinguished by their scores; if
 * that does not help, the higher one is taken for the higher one before.
 */
export function follow(before: readonly KnownRow[], rows: readonly LeaderboardRow[]): KnownRow[] {
  const free = new Set(before)
  const keys = new Map<LeaderboardRow, string>()
  for (const same of [exactly, person])
    for (const row of rows) {
      if (keys.has(row)) continue
      const found = [...free].find((known) => same(known.row) === same(row))
      if (!found) continue
      free.delete(found)
      keys.set(row, found.key)
    }
  const taken = new Set(keys.values())
  return rows.map((row) => {
    const key = keys.get(row) ?? newKey(row, taken)
    taken.add(key)
    return { key, row }
  })
}

function newKey(row: LeaderboardRow, taken: ReadonlySet<string>): string {
  let number = 1
  while (taken.has(`${person(row)}|${number}`)) number += 1
  return `${person(row)}|${number}`
}

/** An athlete who is being revealed, as far as the public knows. */
export interface Somebody {
  firstName: string | null
  lastName: string | null
  score: number | null
  gender: string | null
}

/** Their row on a board; null unless it is there with this score. */
export const rowOf = (rows: readonly LeaderboardRow[], who: Somebody): LeaderboardRow | null =>
  rows.find(
    (row) =>
      row.firstName === who.firstName &&
      row.lastName === who.lastName &&
      row.score === who.score &&
      row.gender === who.gender,
  ) ?? null
