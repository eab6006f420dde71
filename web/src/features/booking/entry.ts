/** The athlete's event booking entries (RULES 4.12) as this feature holds them, and how they change. */

import { STATUSES } from '../../academy/choices'
import type { CivilDate } from '../../academy/civil-date'
import { isRecord } from '../../api/json'
import type { BookingStatus, BookingType, EventConfig } from '../../api/types'
import type { Rules } from '../../rules'

export type { BookingStatus, BookingType }

export interface TestResult {
  testType: string
  score: number | null
  attempts: readonly { score: number }[]
}

export interface BookingEntry {
  eventId: string | null
  eventBookingId: string | null
  eventName: string | null
  eventLocationName: string | null
  eventLocationAddress: string | null
  eventLocationPostCode: string | null
  eventLocationContactNumber: string | null
  eventLocationContactEmail: string | null
  eventTestDate: CivilDate | null
  eventTestTime: string | null
  eventTestStatus: BookingStatus | null
  eventTestCode: string | null
  eventTestNotes: string | null
  eventTestScore: number | null
  /** Whether the final is held for a reveal. */
  eventTestHeld: boolean
  /** Whether the score was removed. */
  eventTestScoreRemoved: boolean
  eventTestAssistanceRequired: boolean
  eventTestAssistanceType: string | null
  /** The number of changes so far; null from an older server. */
  eventTestSequence: number | null
  results: readonly TestResult[]
}

/** Whether this is the time of a booking. */
export const isTimeOf = (
  booking: BookingEntry | null,
  { date, time }: { date: CivilDate | null; time: string | null },
): boolean => booking !== null && booking.eventTestDate === date && booking.eventTestTime === time

/** The default entry of an athlete without a booking. */
export const DEFAULT_ENTRY: BookingEntry = {
  eventId: null,
  eventBookingId: null,
  eventName: null,
  eventLocationName: null,
  eventLocationAddress: null,
  eventLocationPostCode: null,
  eventLocationContactNumber: null,
  eventLocationContactEmail: null,
  eventTestDate: null,
  eventTestTime: null,
  eventTestStatus: null,
  eventTestCode: null,
  eventTestNotes: null,
  eventTestScore: null,
  eventTestHeld: false,
  eventTestScoreRemoved: false,
  eventTestAssistanceRequired: false,
  eventTestAssistanceType: null,
  eventTestSequence: null,
  results: [],
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' && value !== 0
      ? String(value)
      : null
const number = (value: unknown): number | null => {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function readResult(value: unknown): TestResult | null {
  if (!isRecord(value)) return null
  const testType = text(value.testType ?? value.TestType)
  if (testType === null) return null
  const attempts = list(value.attempts ?? value.Attempts).flatMap((attempt) => {
    const score = isRecord(attempt) ? number(attempt.score ?? attempt.Score) : null
    return score === null ? [] : [{ score }]
  })
  return { testType, score: number(value.score ?? value.Score), attempts }
}

/** Reads an entry of an answer; missing fields get the default's value. */
function readEntry(value: unknown, eventId: unknown = null): BookingEntry {
  const json = isRecord(value) ? value : {}
  const status = text(json.eventTestStatus)?.toLowerCase() ?? ''
  return {
    eventId: text(json.eventId ?? eventId),
    eventBookingId: text(json.eventBookingId),
    eventName: text(json.eventName),
    eventLocationName: text(json.eventLocationName),
    eventLocationAddress: text(json.eventLocationAddress),
    eventLocationPostCode: text(json.eventLocationPostCode),
    eventLocationContactNumber: text(json.eventLocationContactNumber),
    eventLocationContactEmail: text(json.eventLocationContactEmail),
    eventTestDate: text(json.eventTestDate)?.slice(0, 10) ?? null,
    eventTestTime: text(json.eventTestTime)?.slice(0, 5) ?? null,
    eventTestStatus: STATUSES.find(({ value }) => value === status)?.value ?? null,
    eventTestCode: text(json.eventTestCode),
    eventTestNotes: text(json.eventTestNotes),
    eventTestScore: number(json.eventTestScore),
    eventTestHeld: json.eventTestHeld === true,
    eventTestScoreRemoved: json.eventTestScoreRemoved === true,
    eventTestAssistanceRequired: json.eventTestAssistanceRequired === true,
    eventTestAssistanceType: text(json.eventTestAssistanceType),
    eventTestSequence: number(json.eventTestSequence),
    results: list(json.results).flatMap((result) => readResult(result) ?? []),
  }
}

/** Every entry of a profile's `events`, newest first. */
export function readEntries(events: unknown): BookingEntry[] {
  return list(events).flatMap((group) =>
    isRecord(group) ? list(group.eventList).map((entry) => readEntry(entry, group.eventId)) : [],
  )
}

const isOpen = (entry: BookingEntry | undefined): entry is BookingEntry =>
  entry?.eventTestStatus === 'booked' || entry?.eventTestStatus === 'assistance'

/** A date that was chosen but not booked yet. */
const isDraft = (entry: BookingEntry): boolean =>
  entry.eventTestStatus === null && entry.eventBookingId === null && entry.eventTestDate !== null

/** The open booking; an athlete has at most one. */
export function openBooking(entries: readonly BookingEntry[]): BookingEntry | null {
  return entries.find(isOpen) ?? null
}

/** Whether an athlete can no longer move or cancel their booking: it is too late, or their tests have begun (RULES 4.8). */
export function changesClosed(
  rules: Rules,
  { eventTestStatus, eventTestDate: date, eventTestTime: time, results }: BookingEntry,
  { bookingSessionConfig }: EventConfig,
  nowMs: number,
): boolean {
  if (results.length > 0) return true
  const status = eventTestStatus ?? 'booked'
  const cutoff = bookingSessionConfig.cancelCutoffMinutes
  return rules.cancelAllowed({ status, date, time }, cutoff, false, nowMs) !== null
}

/** Past entries, newest first. */
export function pastEntries(entries: readonly BookingEntry[]): BookingEntry[] {
  return entries.filter((entry) => entry.eventTestStatus !== null && !isOpen(entry))
}

/** The entries that the rules count, in their form. */
export function ruleHistory(
  entries: readonly BookingEntry[],
): { eventTestStatus: BookingStatus; eventTestDate: string | null }[] {
  return entries.flatMap(({ eventTestStatus, eventTestDate }) =>
    eventTestStatus === null ? [] : [{ eventTestStatus, eventTestDate }],
  )
}

/**
 * Choosing a booking date adds a new entry to the front (RULES 4.7). It is based on the current entry; unless that one
 * is booked its booking id, score, status, time and results are cleared, so that the choice is a new booking. A date
 * chosen before but not booked is replaced.
 */
export function chooseBookingDate(entries: readonly BookingEntry[], date: CivilDate): BookingEntry[] {
  const [front, second] = entries
  const chosenBefore =
    front !== undefined &&
    (isDraft(front) ||
      (isOpen(front) && second !== undefined && front.eventBookingId === second.eventBookingId))
  const rest = chosenBefore ? entries.slice(1) : entries
  const current = rest[0] ?? DEFAULT_ENTRY
  const fresh: BookingEntry = { ...current, eventTestDate: date }
  if (current.eventTestStatus === 'booked') return [fresh, ...rest]
  return [
    {
      ...fresh,
      eventBookingId: null,
      eventTestScore: null,
      eventTestHeld: false,
      eventTestScoreRemoved: false,
      eventTestStatus: null,
      eventTestTime: null,
      eventTestCode: null,
      eventTestSequence: null,
      results: [],
    },
    ...rest,
  ]
}

export function chooseBookingTime(entries: readonly BookingEntry[], time: string | null): BookingEntry[] {
  const [front, ...rest] = entries
  return front === undefined ? [] : [{ ...front, eventTestTime: time }, ...rest]
}

/** Cancelling a booking resets the current entry to the default (RULES 4.8); history stays behind it. */
export function cancelBooking(entries: readonly BookingEntry[]): BookingEntry[] {
  return [DEFAULT_ENTRY, ...entries.slice(1)]
}
