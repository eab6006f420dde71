const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** `Sat 21 Nov 2026`, of a moment in milliseconds. */
export function dayOf(ms: number): string {
  const parts = Object.fromEntries(DAY.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}`
}
