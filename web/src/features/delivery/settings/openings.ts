// Openings while they are edited: the draft, its problems, and the field of a refusal.
import { isCivilDate, REVERSED } from '../../../academy/civil-date'
import { fromLondonField, londonDate, toLondonField } from '../../../academy/london'
import type { FormProblem } from '../../../components/form/FormSummary'
import type { BookingSettings } from './api'

export type Opening = NonNullable<BookingSettings['openings']>[number]

export interface OpeningDraft {
  from: string
  to: string
  /** The value of a `datetime-local` field, in London. */
  opensAt: string
}

export const draftOf = (opening: Opening | undefined): OpeningDraft => ({
  from: opening?.from ?? '',
  to: opening?.to ?? '',
  opensAt: opening ? toLondonField(opening.opensAt) : '',
})

export function problemsOf({ from, to, opensAt }: OpeningDraft): FormProblem[] {
  const problems: FormProblem[] = []
  if (!isCivilDate(from)) problems.push({ field: 'from', message: 'Pick the first day.' })
  if (!isCivilDate(to)) problems.push({ field: 'to', message: 'Pick the last day.' })
  else if (isCivilDate(from) && to < from) problems.push({ field: 'to', message: REVERSED })
  const at = opensAt && fromLondonField(opensAt)
  if (!opensAt) problems.push({ field: 'opensAt', message: 'Pick the day and the time.' })
  else if (!at)
    problems.push({ field: 'opensAt', message: 'London’s clocks skip that time. Pick another one.' })
  else if (isCivilDate(to) && londonDate(at) > to)
    problems.push({ field: 'opensAt', message: 'Booking would open after the last day.' })
  return problems
}

/** A draft without problems. */
export const openingOf = ({ from, to, opensAt }: OpeningDraft): Opening => ({
  from,
  to,
  opensAt: fromLondonField(opensAt) ?? '',
})

const FIELD_OF: Record<string, keyof OpeningDraft> = {
  OPENING_REVERSED: 'to',
  OPENING_TOO_FAR: 'to',
  OPENING_OVERLAP: 'from',
  OPENING_TOO_LATE: 'opensAt',
  OPENING_NOT_WHOLE_MINUTE: 'opensAt',
  OPENING_TIME_TWICE: 'opensAt',
}

/** The field to which a refusal belongs; null if to none. */
export const fieldOf = (code: string): keyof OpeningDraft | null => FIELD_OF[code] ?? null

const isSame = (one: Opening, other: Opening): boolean =>
  one.from === other.from && one.to === other.to && one.opensAt === other.opensAt

/**
 * The list with one opening in place of another: without `before` it is added, without `after` removed. Null if `before` is
 * not in the list any more.
 */
export function edited(
  list: readonly Opening[],
  { before, after }: { before?: Opening | undefined; after?: Opening | undefined },
): Opening[] | null {
  if (before && !list.some((one) => isSame(one, before))) return null
  const others = before ? list.filter((one) => !isSame(one, before)) : [...list]
  return after ? [...others, after].sort((a, b) => (a.from < b.from ? -1 : 1)) : others
}

/** `coming`, `open`, or `over` once its dates are past. */
export function stageOf(opening: Opening, nowMs: number): 'coming' | 'open' | 'over' {
  if (Date.parse(opening.opensAt) > nowMs) return 'coming'
  return opening.to < londonDate(nowMs) ? 'over' : 'open'
}
