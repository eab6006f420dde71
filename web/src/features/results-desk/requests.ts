// The requests of desks for a correction: which tests differ, and what a correction of them sends.
import type { BothValues, CorrectedTest, CorrectionRequest } from './api'

const same = ({ desk, stored }: BothValues) =>
  desk === null ||
  (desk.status === stored.status &&
    desk.Attempts.length === stored.Attempts.length &&
    desk.Attempts.every(({ score }, at) => score === stored.Attempts[at]?.score))

/** The tests that the desk recorded otherwise. */
export const differing = ({ tests }: CorrectionRequest): BothValues[] => tests.filter((test) => !same(test))

/** What a correction of them sends. A test that was not taken cannot take the place of one that was. */
export const correctionOf = (request: CorrectionRequest): CorrectedTest[] =>
  differing(request).flatMap(({ TestType, desk, stored }) =>
    desk?.status === 'closed' ? [{ TestType, Attempts: desk.Attempts, replaces: stored.revision }] : [],
  )
