// Days as they stand beside results.
import { serverNow } from '../../api/clock'

const SHORT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** `Sat 21 Nov 2026`. */
export const dayOf = (date: string): string => SHORT.format(new Date(`${date}T12:00:00Z`)).replace(',', '')

/** Today in London by the server's clock, ISO. */
export const londonToday = (): string => LONDON.format(serverNow())
