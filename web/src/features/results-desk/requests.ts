// A desk's requests for a correction: which tests differ, and the request that corrects them.
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

const CALLED_OFF = (how: string) =>
  `This booking was ${how}, so there is nothing to correct. Put these values into a file and import them for the day of the test, under Import.`

/** What to do with results that cannot be corrected, by the status of their booking; null where they can. */
export const INSTEAD: Readonly<Record<BookingStatus, string | null>> = {
  completed: null,
  booked: 'This visit is not finished yet. Finish it first, then decide here.',
  assistance: 'This booking still waits for a place, so there is nothing to correct.',
  dnt: 'This visit ended without a score, so there is nothing to correct. For a week the desk can carry on with it on a tablet.',
  declined: CALLED_OFF('declined'),
  cancelled: CALLED_OFF('cancelled'),
}
