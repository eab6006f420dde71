// A desk's requests for a correction: which tests differ, and the request that corrects them.
import { isRecent } from '../../academy/late-results'
import type { BookingStatus } from '../../api/types'
import type { BothValues, CorrectedTest, CorrectionRequest } from './api'

const same = ({ desk, stored }: BothValues) =>
  desk === null ||
  (desk.status === stored.status &&
    desk.Attempts.length === stored.Attempts.length &&
    desk.Attempts.every(({ score }, at) => score === stored.Attempts[at]?.score))

/** The tests in which the desk's values differ. */
export const differing = ({ tests }: CorrectionRequest): BothValues[] => tests.filter((test) => !same(test))

/** The request for correcting them. A test that was not taken cannot replace one that was. */
export const correctionOf = (request: CorrectionRequest): CorrectedTest[] =>
  differing(request).flatMap(({ TestType, desk, stored }) =>
    desk?.status === 'closed' ? [{ TestType, Attempts: desk.Attempts, replaces: stored.revision }] : [],
  )

const IMPORTED = 'Put these values into a file and import them for the day of the test, under Import.'

const INSTEAD: Readonly<Record<Exclude<BookingStatus, 'dnt'>, string | null>> = {
  completed: null,
  booked: 'This visit is not finished yet. Finish it first, then decide here.',
  assistance: 'This booking still waits for a place, so there is nothing to correct.',
  declined: `This booking was declined, so there is nothing to correct. ${IMPORTED}`,
  cancelled: `This booking was cancelled, so there is nothing to correct. ${IMPORTED}`,
}

/** What to do with results that cannot be corrected; null where they can. A day that has results takes no import. */
export function insteadOf(request: CorrectionRequest): string | null {
  const { eventTestStatus, scoreRemoved, bookingDate, tests } = request
  if (scoreRemoved) return 'The score of this visit was removed, so there is nothing to correct.'
  if (eventTestStatus !== 'dnt') return INSTEAD[eventTestStatus]
  if (tests.every(({ stored }) => stored.status === 'open'))
    return `This visit ended without a score or results, so there is nothing to correct. ${IMPORTED}`
  return bookingDate && isRecent(bookingDate)
    ? 'This visit ended without a score. For a week after it, you can open it under Bookings, record what is missing there and finish it; then decide here.'
    : 'This visit ended without a score more than a week ago, and stays so.'
}
