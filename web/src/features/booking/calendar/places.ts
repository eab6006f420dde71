/** Converts the server's free seats to the argument of the rules. */

import type { Places } from '@sixfold/domain'
import type { CivilDate } from '../../../academy/civil-date'
import type { fetchAllAvailability } from '../../../api/booking'

type Availability = Awaited<ReturnType<typeof fetchAllAvailability>>

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
 * both types are merged; if they differ the lower number counts, so that a seat once lost is not offered again.
 */
export function placesLeft(answers: readonly (readonly AvailableDay[])[]): AvailableDay[] {
  const days = new Map<CivilDate, Map<string, number>>()
  const note = (date: CivilDate, time: string, remaining: number): void => {
    const day = days.get(date) ?? new Map<string, number>()
    day.set(time, Math.min(day.get(time) ?? remaining, Math.max(0, remaining)))
    days.set(date, day)
  }
  for (const { date, slots } of answers.flat()) {
    for (const { time, remaining } of slots) note(date, time, remaining)
  }
  return [...days].map(([date, times]) => ({
    date,
    slots: [...times].map(([time, remaining]) => ({ time, remaining })),
  }))
}

/** What was known of free seats, less those of a time that a refused booking has just shown to be full. */
export function withFull(known: Availability, { date, time }: SlotKey): Availability {
  const days = known.days.map((day) => {
    if (day.date !== date) return day
    return { ...day, slots: day.slots.map((slot) => (slot.time === time ? { ...slot, remaining: 0 } : slot)) }
  })
  return { ...known, days }
}

/** The same for the rules, which count in typed arrays. */
export function toPlaces(
  rules: { Places: new (capacity: number) => Places },
  capacity: number,
  days: readonly AvailableDay[],
): Places {
  return new rules.Places(capacity).add(days)
}
