import { isCivilDate, type CivilDate } from '../../../academy/civil-date'
import type { FormProblem } from '../../../components/form/FormSummary'

/** What is wrong with a typed day that has to be today or later, as the problem of the field `date`. */
export function dayProblem(date: string, today: CivilDate, missing: string): FormProblem[] {
  if (!isCivilDate(date)) return [{ field: 'date', message: missing }]
  return date < today ? [{ field: 'date', message: 'That day has gone. Pick today or a later one.' }] : []
}
