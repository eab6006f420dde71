/** The labels of booking that stand in more than one place. */

import type { BookingEntry, BookingStatus, BookingType } from './entry'

export const TYPE_NAME: Record<BookingType, string> = { test: 'Test', retest: 'Retest' }

export const STATUS_NAME: Record<BookingStatus, string> = {
  booked: 'Booked',
  assistance: 'Assistance asked for',
  completed: 'Completed',
  dnt: 'Did not test',
  declined: 'Declined',
  cancelled: 'Cancelled',
}

/** What a status means for the athlete, where that needs saying. */
export const STATUS_STORY: Partial<Record<BookingStatus, string>> = {
  dnt: 'This one does not count. Book again whenever you are ready.',
  declined: 'Our team had to decline this booking. Your place was given back.',
  cancelled: 'Called off. Your place was given back.',
}

/** Name, street and postcode on one line. */
export function placeLine(
  entry: Pick<BookingEntry, 'eventLocationName' | 'eventLocationAddress' | 'eventLocationPostCode'>,
): string {
  return [entry.eventLocationName, entry.eventLocationAddress, entry.eventLocationPostCode]
    .filter((part): part is string => Boolean(part))
    .join(', ')
}

/** Units of the raw measurements, as the six protocols take them. */
const UNITS: Record<string, string> = {
  Cognitive: 'hits',
  Strength: 'N/kg',
  Power: 'cm',
  Speed: 's',
  Agility: 's',
  Endurance: 'level',
}

export const unitOf = (testType: string): string => UNITS[testType] ?? ''
