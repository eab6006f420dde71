// London's day as staff read it.
import { serverNow } from '../../api/clock'
import type { CivilDate } from '../../civil-date'

const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** Today in London by the server's clock. */
export const londonToday = (): CivilDate => DATE.format(serverNow())
