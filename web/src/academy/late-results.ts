// For how long the server takes results of a day that is over (RULES 4.5, 11.1).
import { daysBetween, type CivilDate } from './civil-date'
import { londonToday } from './london'

export const LATE_DAYS = 7

/** Whether results of that day can still be recorded. */
export function isRecent(day: CivilDate): boolean {
  const ago = daysBetween(day, londonToday())
  return ago >= 0 && ago <= LATE_DAYS
}
