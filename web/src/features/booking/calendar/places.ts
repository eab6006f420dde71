/** From what the server says is left to what the rules are asked with. */

import type { Places } from '@sixfold/domain'
import type { CivilDate } from '../../../academy/civil-date'

export interface AvailableDay {
  date: CivilDate
  slots: readonly { time: string; remaining: number }[]
}

/** A slot by its date and time. */
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
 * What is left by date and time. Tests and retests share one capacity but need not share their times, so the answers
 * for both types are laid over each other; where they differ the fuller one counts, for a place once lost is not
 * promised again. `full` are slots that a refused booking has just shown to be gone.
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

/** The same for the rule book, which counts in its own typed arrays. */
export function toPlaces(
  rules: { Places: new (capacity: number) => Places },
  capacity: number,
  days: readonly AvailableDay[],
): Places {
  return new rules.Places(capacity).add(days)
}
