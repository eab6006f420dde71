/** Converts the server's free seats to the argument of the rules. */

import type { Places } from '@sixfold/domain'
import type { CivilDate } from '../../../academy/civil-date'

export interface AvailableDay {
  date: CivilDate
  slots: readonly { time: string; remaining: number }[]
}

export interface SlotKey {
  date: CivilDate
  time: string
}

export const slotId = ({ date, time }: SlotKey): string => `${date}T${time}`

/** Reads `YYYY-MM-DDTHH:MM`, or a date alone. */
export function readSlotId(text: string): { date: CivilDate; time: string | null } {
  const [date = '', time] = text.split('T')
  return { date, time: time ?? null }
}

/**
 * Free seats by date and time. Tests and retests share a capacity but not necessarily their times, so the answers for
 * both types are merged; if they differ the lower number counts, so that a seat once lost is not offered again. `full`
 * are slots that a refused booking has just shown to be full.
 */
export function placesLeft(
  answers: readonly (readonly AvailableDay[])[],
  full: readonly SlotKey[] = [],
): AvailableDay[] {
  const days = new Map<CivilDate, Map<string, number>>()
  const note = (date: CivilDate, time: string, remaining: number): void => {
    const day = days.get(date) ?? new Map<string, number>()
    day.set(time, Math.min(day.get(time) ?? remaining, Math.max(0, remaining)))
    days.set(date, day)
  }
  for (const { date, slots } of answers.flat()) {
    for (const { time, remaining } of slots) note(date, time, remaining)
  }
  for (const { date, time } of full) note(date, time, 0)
  return [...days].map(([date, times]) => ({
    date,
    slots: [...times].map(([time, remaining]) => ({ time, remaining })),
  }))
}

/** The same for the rules, which count in typed arrays. */
export function toPlaces(
  rules: { Places: new (capacity: number) => Places },
  capacity: number,
  days: readonly AvailableDay[],
): Places {
  return new rules.Places(capacity).add(days)
}
