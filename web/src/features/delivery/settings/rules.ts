// Booking settings while they are edited: the draft, its problems, and the differences of two versions.
import { isCivilDate, shortDate } from '../../../academy/civil-date'
import type { FormProblem } from '../../../components/form/FormSummary'
import type { BookingSettings } from './api'

export interface NumberRule {
  key: 'slotCapacity' | 'daysAhead' | 'windowDays' | 'retestDelay' | 'cancelCutoffMinutes'
  label: string
  hint: string
}

export const NUMBERS: readonly NumberRule[] = [
  { key: 'slotCapacity', label: 'Places at each time', hint: 'Existing bookings stay.' },
  { key: 'daysAhead', label: 'Days of notice', hint: '0 lets people book for today.' },
  { key: 'windowDays', label: 'Days open ahead', hint: 'How far ahead the calendar goes.' },
  { key: 'retestDelay', label: 'Days before a retest', hint: 'Counted from the day of the test.' },
  {
    key: 'cancelCutoffMinutes',
    label: 'Cancelling ends, minutes before',
    hint: '0 leaves it open until the start.',
  },
]

const EDITED = [...NUMBERS.map(({ key }) => key), 'startDate'] as const

/** The form's values: numbers as text until they are sent. */
export type Draft = Record<NumberRule['key'] | 'startDate', string>

export const draftOf = (settings: BookingSettings): Draft => ({
  startDate: settings.startDate ?? '',
  slotCapacity: String(settings.slotCapacity),
  daysAhead: String(settings.daysAhead),
  windowDays: String(settings.windowDays),
  retestDelay: String(settings.retestDelay),
  cancelCutoffMinutes: String(settings.cancelCutoffMinutes),
})

const WHOLE = /^\d+$/
/** The largest number that the server reads. */
const MOST = 65_535

const numberProblem = (typed: string): string | null => {
  if (!WHOLE.test(typed)) return 'Type a whole number.'
  return Number(typed) > MOST ? `Type a number up to ${MOST}.` : null
}

export const problemsOf = (draft: Draft): FormProblem[] => [
  ...NUMBERS.flatMap(({ key }) => {
    const message = numberProblem(draft[key].trim())
    return message === null ? [] : [{ field: key, message }]
  }),
  ...(draft.startDate && !isCivilDate(draft.startDate)
    ? [{ field: 'startDate', message: 'Pick a date, or leave it empty.' }]
    : []),
]

/** Applies a draft without problems to the stored settings; weekly times and openings are edited elsewhere and stay. */
export const settingsOf = (draft: Draft, stored: BookingSettings): BookingSettings => ({
  testSlots: stored.testSlots,
  retestSlots: stored.retestSlots,
  startDate: draft.startDate || null,
  slotCapacity: Number(draft.slotCapacity),
  daysAhead: Number(draft.daysAhead),
  windowDays: Number(draft.windowDays),
  retestDelay: Number(draft.retestDelay),
  cancelCutoffMinutes: Number(draft.cancelCutoffMinutes),
  openings: stored.openings,
})

/** What was changed here since `read`, put over what somebody else has saved meanwhile. */
export const changesOver = (
  theirs: BookingSettings,
  { read, mine }: { read: BookingSettings; mine: BookingSettings },
): BookingSettings => ({
  ...theirs,
  ...Object.fromEntries(EDITED.filter((key) => mine[key] !== read[key]).map((key) => [key, mine[key]])),
})

/**
 * What counts as read when other settings are stored: a setting that was changed here stays what was read before, so that the server
 * asks about somebody else's change of the same one. What is stored now may come from here, though the answer was lost.
 */
export const readBefore = (
  mine: BookingSettings,
  { read, stored, sent }: { read: BookingSettings; stored: BookingSettings; sent: BookingSettings | null },
): BookingSettings => {
  const kept = EDITED.filter(
    (key) => mine[key] !== read[key] && ![mine[key], sent?.[key]].includes(stored[key]),
  )
  return { ...stored, ...Object.fromEntries(kept.map((key) => [key, read[key]])) }
}

/** Whether somebody else has changed a setting that was changed here as well. */
export const bothChanged = (
  mine: BookingSettings,
  { read, stored }: { read: BookingSettings; stored: BookingSettings },
): boolean => EDITED.some((key) => read[key] !== stored[key] && mine[key] !== stored[key])

/** A difference between two versions. */
export interface Difference {
  label: string
  theirs: string
  mine: string
}

const shownDate = (date: string | null): string => (date ? shortDate(date) : 'none')

/** The differences in the fields that are edited here, theirs first. */
export function differences(theirs: BookingSettings, mine: BookingSettings): Difference[] {
  const numbers = NUMBERS.map(({ key, label }) => ({
    label,
    theirs: String(theirs[key]),
    mine: String(mine[key]),
  }))
  const dates = [
    { label: 'No booking before', theirs: shownDate(theirs.startDate), mine: shownDate(mine.startDate) },
  ]
  return [...numbers, ...dates].filter((one) => one.theirs !== one.mine)
}
