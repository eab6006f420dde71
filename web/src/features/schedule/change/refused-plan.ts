// A session that the server has refused.
import type { ApiFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import { detailsOf } from '../../../api/refusal'
import { placeOf, spanOf, type Edit, type PlanEdit } from '../edit'

/** Another day or other times put these right; sending the same again does not. */
const REFUSALS: readonly string[] = ['SESSION_OVERLAP', 'SESSION_REVERSED', 'SESSION_OFF_GRID', 'DATE_PAST']

/** The edit, if its plan has to change; null for every other failure. */
export const refusedPlan = (edit: Edit, { errorCode }: ApiFailure): PlanEdit | null =>
  'plan' in edit && REFUSALS.includes(errorCode) ? edit : null

/** Why a change of the schedule failed; names the session that overlaps. */
export function failureSentence(failure: unknown): string {
  const other = detailsOf(failure, 'SESSION_OVERLAP')?.with
  return other
    ? `There is already a session of this kind: ${placeOf(spanOf(other))}.`
    : errorSentence(failure)
}
