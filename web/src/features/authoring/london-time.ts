// Owns the way between an instant and the clock on the wall in London, which is what editors read and type.

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `YYYY-MM-DDTHH:MM` in London, for a field; empty when it is no instant. */
export function toLondon(iso: string): string {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) return ''
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The instant at which the clock in London shows `local`, as RFC 3339 in UTC; null when there is none. */
export function fromLondon(local: string): string | null {
  const asUtc = Date.parse(`${local}:00Z`)
  if (Number.isNaN(asUtc)) return null
  // London is at most an hour ahead: one of the two readings shows what was typed.
  const found = [asUtc, asUtc - 3_600_000].find(
    (instant) => toLondon(new Date(instant).toISOString()) === local,
  )
  return found === undefined ? null : new Date(found).toISOString().replace('.000Z', 'Z')
}

const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** As in "3 Dec 2026, 09:30". */
export function when(iso: string | undefined): string {
  const instant = Date.parse(iso ?? '')
  return Number.isNaN(instant) ? '' : words.format(instant)
}
