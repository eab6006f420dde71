// London's day and clock as staff read them.
import { serverNow } from '../../api/clock'
import { dateAndTime, type CivilDate } from '../../civil-date'

const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** An instant as the wire tells it: ms, or ISO with Z. */
export type Moment = number | string

/** Today in London by the server's clock. */
export const londonToday = (): CivilDate => DATE.format(serverNow())

const instant = (at: Moment): number => (typeof at === 'number' ? at : Date.parse(at))

/** `Sat 21 Nov 2026, 14:15`. */
export const momentText = (at: Moment): string =>
  dateAndTime(DATE.format(instant(at)), TIME.format(instant(at)))

/** `14:15`. */
export const clockText = (at: Moment): string => TIME.format(instant(at))
