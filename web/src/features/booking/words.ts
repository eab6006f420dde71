/** Labels of booking that are used in more than one place. */

import type { BookingEntry, BookingStatus } from './entry'

/** What a status means for the athlete, if that needs an explanation. */
export const STATUS_STORY: Readonly<Record<BookingStatus, string | null>> = {
  booked: null,
  assistance: null,
  completed: null,
  dnt: 'This one does not count. Book again whenever you are ready.',
  declined: 'Our team had to decline this booking. Your place was given back.',
  cancelled: 'Cancelled. Your place was given back.',
}

/** Name, street and postcode on one line. */
export function placeLine(
  entry: Pick<BookingEntry, 'eventLocationName' | 'eventLocationAddress' | 'eventLocationPostCode'>,
): string {
  return [entry.eventLocationName, entry.eventLocationAddress, entry.eventLocationPostCode]
    .filter((part): part is string => Boolean(part))
    .join(', ')
}

/** Unit and decimals of the raw measurements, as the six protocols take them. */
const MEASURES: Record<string, { unit: string; decimals: number }> = {
  Cognitive: { unit: 'hits', decimals: 0 },
  Strength: { unit: 'N/kg', decimals: 2 },
  Power: { unit: 'cm', decimals: 2 },
  Speed: { unit: 's', decimals: 3 },
  Agility: { unit: 's', decimals: 3 },
  Endurance: { unit: 'level', decimals: 1 },
}

/** Attempts in a row with their unit: `3.24 · 3.00 s`. */
export function attemptsText(testType: string, attempts: readonly { score: number }[]): string {
  if (attempts.length === 0) return 'None'
  const { unit = '', decimals = 2 } = MEASURES[testType] ?? {}
  return `${attempts.map(({ score }) => score.toFixed(decimals)).join(' · ')} ${unit}`.trim()
}
