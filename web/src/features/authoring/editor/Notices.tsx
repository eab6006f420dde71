import { Button } from '../../../components/Button'
import { FormSummary, type FormProblem } from '../../../components/form/FormSummary'
import { Notice } from '../../../components/feedback/Notice'
import { placeOf } from '../fields/field'
import styles from './ItemEditor.module.css'
import type { Draft } from './use-draft'
import type { ItemDetails, Problem } from '../api'

const toFix = (count: number) =>
  `${count === 1 ? 'One thing' : `${count} things`} to fix before this can be published`

export function Notices({
  state,
  details,
  problems,
}: {
  state: Draft
  details: ItemDetails
  problems: readonly Problem[]
}) {
  const refusedNow = state.refused.length > 0
  const published = details.item.status === 'ready'
  const summary: FormProblem[] = problems.map((problem) => ({
    field: placeOf(problem) || null,
    message: problem.message,
  }))
  return (
    <>
      {state.left && (
        <Notice
          title="You typed something here and did not save it"
          actions={
            <>
              <Button variant="secondary" onClick={state.takeLeft}>
                Carry on with it
              </Button>
              <Button variant="quiet" onClick={state.dropLeft}>
                Discard it
              </Button>
            </>
          }
        >
          It is from your last visit, kept in this browser.
        </Notice>
      )}
      {state.failure && (
        <Notice tone="problem" role="alert" title="Not saved">
          {state.failure}
        </Notice>
      )}
      {refusedNow ? (
        <FormSummary problems={summary} attempt={state.attempt} title={toFix(summary.length)} />
      ) : (
        problems.length > 0 && (
          <Notice
            tone={published ? 'problem' : 'info'}
            title={published ? 'Something is wrong with this item' : toFix(summary.length)}
          >
            <ul className={styles.problems}>
              {summary.map(({ message, field }) => (
                <li key={`${field ?? ''} ${message}`}>{message}</li>
              ))}
            </ul>
          </Notice>
        )
      )}
    </>
  )
}
