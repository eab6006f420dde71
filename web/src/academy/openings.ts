/** When booking opens for a date, as pages say it (RULES 3.12). */
import { shortDay, type CivilDate } from './civil-date'
import { londonDate, londonTime } from './london'
import { REFUSAL_WORDS } from './slot-words'

export interface Opening {
  from: CivilDate
  to: CivilDate
  /** ISO. */
  opensAt: string
}

export const openingOf = (openings: readonly Opening[], date: CivilDate): Opening | null =>
  openings.find(({ from, to }) => from <= date && date <= to) ?? null

/** `Sun 1 Nov, 20:00`. */
export const opensText = ({ opensAt }: Opening): string =>
  `${shortDay(londonDate(opensAt))}, ${londonTime(opensAt)}`

/** `Opens Sun 1 Nov, 20:00`, for a date that is refused with `DATE_NOT_OPEN`. */
export function notOpenText(openings: readonly Opening[], date: CivilDate): string {
  const { day, undated } = REFUSAL_WORDS.DATE_NOT_OPEN
  const opening = openingOf(openings, date)
  return opening ? day.replace('{opens}', opensText(opening)) : undated
}
