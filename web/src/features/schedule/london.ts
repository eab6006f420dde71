// London's date and time by the server's clock.
import { serverNow } from '../../api/clock'
import type { CivilDate } from '../../civil-date'

const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Today, and how many minutes of it are over. */
export function londonNow(): { date: CivilDate; minute: number } {
  const now = serverNow()
  const [hours, minutes] = TIME.format(now).split(':')
  return { date: DATE.format(now), minute: Number(hours) * 60 + Number(minutes) }
}
