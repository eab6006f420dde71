import type { RefObject } from 'react'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { FormSummary, type FormProblem } from '../../../components/form/FormSummary'
import { Notice } from '../../../components/feedback/Notice'
import { placeOf } from '../fields/field'
import styles from './ItemEditor.module.css'
import type { Draft } from './use-draft'
import type { ItemDetails, Problem } from '../api'

const toFix = (count: number, before: 'saved' | 'published') =>
  `${count === 1 ? 'One thing' : `${count} things`} to fix before this can be ${before}`

export function Notices({
  state,
  details,
  problems,
  heading,
}: {
  state: Draft
  details: ItemDetails
  problems: readonly Problem[]
  /** Where the focus goes once a notice with its buttons is gone. */
  heading: RefObject<HTMLElement | null>
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
          role="alert"
          title="You typed something here and did not save it"
          actions={
            <>
              <Button variant="secondary" onClick={() => focusAfter(state.takeLeft, () => heading.current)}>
                Carry on with it
              </Button>
              <Button variant="quiet" onClick={() => focusAfter(state.dropLeft, () => heading.current)}>
                Discard it
              </Button>
            </>
          }
        >
          It is from an earlier visit or from another tab, kept in this browser. The form below waits until
          you choose.
        </Notice>
      )}
      {state.failure && (
        <Notice tone="problem" role="alert" title="Not saved">
          {state.failure}
        </Notice>
      )}
      {refusedNow ? (
        <FormSummary
          problems={summary}
          attempt={state.attempt}
          title={toFix(summary.length, state.malformed ? 'saved' : 'published')}
        />
      ) : (
        problems.length > 0 && (
          <Notice
            tone={published ? 'problem' : 'info'}
            title={published ? 'Something is wrong with this item' : toFix(summary.length, 'published')}
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
