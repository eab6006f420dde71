// A desk's requests for a correction: which tests differ, and the request that corrects them.
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
