// Bookings: who may book, cancel and come again.
import { dateOfDay, dayNumber } from './dates.ts'
import {
  type BookingStatus,
  type BookingType,
  type Checked,
  type HistoryEntry,
  bookingRefusal,
  cancelRefusal,
  readHistory,
  retestBlockedUntil,
} from './generated/sixfold_wasm.js'

/** What is known about a person's eligibility. */
export interface EligibilityRecord {
  dateOfBirth: string
  consent: boolean
  healthConsent: boolean
  screenedOn: string | null
  anyYes: boolean
  clearanceExpires: string | null
  guardianConfirmed: boolean
}

/** Why somebody may not book by self-service, or with `assistance` ask for help; null when they may. */
export function mayBook(record: EligibilityRecord, assistance: boolean, nowMs: number): string | null {
  return (
    bookingRefusal(
      record.consent,
      record.healthConsent,
      record.screenedOn,
      record.anyYes,
      record.clearanceExpires,
      record.guardianConfirmed,
      record.dateOfBirth,
      assistance,
      nowMs,
    ) ?? null
  )
}

/** Why a booking cannot be called off now; null when it can. */
export function cancelAllowed(
  booking: { status: BookingStatus; date: string | null; time: string | null },
  cutoffMinutes: number,
  byStaff: boolean,
  nowMs: number,
): string | null {
  const { status, date, time } = booking
  return cancelRefusal(status, date ?? '', time ?? '', cutoffMinutes, byStaff, nowMs) ?? null
}

function history(entries: readonly HistoryEntry[]) {
  const read: Checked<{ bookingType: BookingType; lastCompleted: string | null }> = readHistory([...entries])
  if (!read.ok) throw new TypeError(read.error.message)
  return read.value
}

/** The type of the next booking after a history. */
export function bookingType(entries: readonly HistoryEntry[]): BookingType {
  return history(entries).bookingType
}

/** The date of the latest completed test of any season, or null. */
export function lastCompleted(entries: readonly HistoryEntry[]): string | null {
  return history(entries).lastCompleted
}

/** Whether the retest rule lets an athlete book on `today`, and if not the day it opens. */
export function retestEligibility(
  entries: readonly HistoryEntry[],
  retestDelay: number,
  today: string,
): { allowed: true } | { allowed: false; reason: 'RETEST_TOO_SOON'; opensOn: string } {
  const completed = lastCompleted(entries)
  const day = completed === null ? undefined : dayNumber(completed)
  const opensOn = retestBlockedUntil(day, retestDelay, dayNumber(today))
  if (opensOn === undefined) return { allowed: true }
  return { allowed: false, reason: 'RETEST_TOO_SOON', opensOn: dateOfDay(opensOn) }
}
