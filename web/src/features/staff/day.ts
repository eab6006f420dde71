// Days as staff read them.

const LONG = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

const DAY_MS = 86_400_000

/** `Saturday 21 November 2026`. */
export const dayTitle = (date: string): string => LONG.format(new Date(`${date}T12:00:00Z`)).replace(',', '')

/** The date in London, ISO. */
export const londonDate = (at: number): string => LONDON.format(at)

/** So many days later, ISO. */
export const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
