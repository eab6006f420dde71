// How a crew's board is worded, and what has changed since it was last shown.
import { points } from '../../../academy/numbers'
import { nameOf, ordinal } from '../board'
import type { Crew, CrewBoard, CrewRow } from './api'

/** A member with a place on the board. */
export interface RankedRow extends CrewRow {
  position: number
  score: number
}

export const isRanked = (row: CrewRow): row is RankedRow => row.position !== null && row.score !== null

/** First name and initial; the athlete's own name in full. */
export function memberName(
  row: Pick<CrewRow, 'memberId' | 'firstName' | 'lastName'>,
  me?: Crew['me'],
): string {
  if (me && me.memberId === row.memberId) return nameOf({ ...me, uaid: me.memberId })
  return nameOf({ ...row, uaid: null })
}

/** The members whose place or final has changed, each with their place before; null for those who had none. */
export type Changes = ReadonlyMap<string, number | null>

export const NO_CHANGES: Changes = new Map()

const byMember = (board: CrewBoard) => new Map(board.members.map((row) => [row.memberId, row]))

export function changesOf(before: CrewBoard, now: CrewBoard): Changes {
  if (before.season !== now.season) return NO_CHANGES
  const known = byMember(before)
  return new Map(
    now.members.flatMap((row) => {
      const then = known.get(row.memberId)
      const same = then?.position === row.position && then.score === row.score
      return !isRanked(row) || same ? [] : [[row.memberId, then?.position ?? null] as const]
    }),
  )
}

/** What a screen reader hears of a change: the newest final, or else who came or went; at most one sentence. */
export function changeSentence(before: CrewBoard, now: CrewBoard, me?: Crew['me']): string {
  if (before.season !== now.season) return ''
  const [known, present] = [byMember(before), byMember(now)]
  const scored = now.members.filter(isRanked).find((row) => known.get(row.memberId)?.score !== row.score)
  if (scored) return `${memberName(scored, me)} is ${ordinal(scored.position)} with ${points(scored.score)}.`
  const joined = now.members.find(({ memberId }) => !known.has(memberId))
  if (joined) return `${memberName(joined, me)} has joined.`
  const left = before.members.find(({ memberId }) => !present.has(memberId))
  return left ? `${memberName(left, me)} is no longer in the crew.` : ''
}
