/** Moments of the server's clock, as people of the academy read them. */

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function partsOf(ms: number) {
  const parts = Object.fromEntries(PARTS.formatToParts(ms).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}`,
    time: `${parts.hour}:${parts.minute}`,
  }
}

/** `Sat 21 Nov 2026` */
export const sayDay = (ms: number): string => partsOf(ms).day

/** `Sat 21 Nov 2026, 14:15` */
export function sayMoment(ms: number): string {
  const { day, time } = partsOf(ms)
  return `${day}, ${time}`
}
