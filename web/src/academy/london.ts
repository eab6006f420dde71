/** A moment by the academy's calendar and clock: in London, whatever the device's time zone. */
// With extensions: the simulation of a day runs these files in Node directly.
import { serverNow } from '../api/clock.ts'
import { dateAndTime, shortDate, type CivilDate } from './civil-date.ts'

/** Milliseconds since 1970, or ISO 8601 with its offset. */
export type Moment = number | string

let format: Intl.DateTimeFormat | undefined

/** `YYYY-MM-DD` and `HH:MM:SS`. */
function inLondon(moment: Moment): [CivilDate, string] {
  // Created on first use: a time zone keeps a slow phone busy for a fifth of a second.
  format ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const [date = '', time = ''] = format.format(new Date(moment)).split(' ')
  return [date, time]
}

/** `2026-11-21`. */
export const londonDate = (moment: Moment): CivilDate => inLondon(moment)[0]

export const londonToday = (): CivilDate => londonDate(serverNow())

/** Today and the minutes since midnight, by the server's clock. */
export function londonNow(): { date: CivilDate; minute: number } {
  const [date, time] = inLondon(serverNow())
  return { date, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) }
}

/** `14:15`. */
export const londonTime = (moment: Moment): string => inLondon(moment)[1].slice(0, 5)

/** `14:15:09`. */
export const londonTimeWithSeconds = (moment: Moment): string => inLondon(moment)[1]

/** `Sat 21 Nov 2026, 14:15`; `dateText` writes the date in another way. */
export const londonDateTime = (moment: Moment, dateText = shortDate): string =>
  dateAndTime(londonDate(moment), londonTime(moment), dateText)

/** The time alone when the moment is on the same day as `nowMs`, else with its date. */
export const londonMoment = (moment: Moment, nowMs: number, dateText = shortDate): string =>
  londonDate(moment) === londonDate(nowMs) ? londonTime(moment) : londonDateTime(moment, dateText)

/** The value of a `datetime-local` field, `YYYY-MM-DDTHH:MM`; empty when `iso` is no moment. */
export const toLondonField = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : `${londonDate(iso)}T${londonTime(iso)}`

/** The moment at which London's clocks show the value of a `datetime-local` field, in UTC; null when they never do. */
export function fromLondonField(local: string): string | null {
  const asUtc = Date.parse(`${local}:00Z`)
  if (Number.isNaN(asUtc)) return null
  // London is in UTC or an hour ahead of it.
  const moment = [asUtc, asUtc - 3_600_000]
    .map((at) => new Date(at).toISOString())
    .find((iso) => toLondonField(iso) === local)
  return moment?.replace('.000Z', 'Z') ?? null
}
