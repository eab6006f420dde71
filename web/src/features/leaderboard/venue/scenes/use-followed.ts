import { useState } from 'react'
import type { LeaderboardRow } from '../../../../api/types'
import { follow, type KnownRow } from './rows'

interface Followed {
  board: string
  rows: readonly LeaderboardRow[]
  known: KnownRow[]
}

/** The rows with the keys that their people had a moment ago on the same board. */
export function useFollowed(board: string, rows: readonly LeaderboardRow[]): readonly KnownRow[] {
  const [last, setLast] = useState<Followed>(() => ({ board, rows, known: follow([], rows) }))
  if (last.board === board && same(last.rows, rows)) return last.known
  const known = follow(last.board === board ? last.known : [], rows)
  setLast({ board, rows, known })
  return known
}

const same = (one: readonly LeaderboardRow[], other: readonly LeaderboardRow[]) =>
  one.length === other.length && one.every((row, at) => row === other[at])
