import { useRef, type ReactNode } from 'react'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { SavedMeanwhile } from '../../../components/dialog/SavedMeanwhile'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Form, FormActions } from '../../../components/form/Form'
import text from '../../../components/text.module.css'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { LeaveDialog } from '../../../state/LeaveDialog'
import type { Operation } from '../../../state/use-operation'
import { DifferenceList } from './DifferenceList'
import styles from './ProgrammeSettings.module.css'
import type { Difference } from './rules'

interface Conflict {
  differences: readonly Difference[]
  onTheirs: () => void
  onMine: () => void
}

interface SettingsFormProps {
  save: Pick<Operation<never, unknown>, 'status' | 'error' | 'reset'>
  /** Whether there are unsaved changes. */
  changed: boolean
  /** False while the values cannot be sent. */
  sendable?: boolean
  /** What to decide after somebody else has saved. */
  conflict?: Conflict | null
  /** Whether the error is shown beside a field. */
  errorAtField?: boolean
  /** Shown after a save, until the next change. */
  saved?: ReactNode
  /** Shown above the buttons. */
  notice?: ReactNode
  submitLabel: string
  onSubmit: () => void
  onUndo: () => void
  children: ReactNode
}

/** The frame of a settings form: its fields, the error of a failed save, and the buttons to save and undo. */
export function SettingsForm({
  save,
  changed,
  sendable = true,
  conflict,
  errorAtField,
  saved,
  notice,
  submitLabel,
  onSubmit,
  onUndo,
  children,
}: SettingsFormProps) {
  const ready = changed && sendable
  const submit = useRef<HTMLButtonElement>(null)
  return (
    <Form
      data-changed={changed}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit()
      }}
    >
      {children}
      {conflict ? (
        <BothVersions {...conflict} />
      ) : (
        // Without a change, what was sent is stored although its answer was lost, or has been typed back.
        !errorAtField && <ErrorNotice error={changed ? save.error : null} />
      )}
      {notice}
      <LiveRegion>
        {!changed && !conflict && (saved || save.error) && (
          <p className={text.aside}>{saved || 'There is nothing left to save.'}</p>
        )}
      </LiveRegion>
      <FormActions>
        <Button ref={submit} type="submit" busy={save.status === 'loading'} aria-disabled={!ready}>
          {submitLabel}
        </Button>
        {changed && (
          <Button
            variant="quiet"
            onClick={() =>
              // It goes with what it takes back.
              focusAfter(
                () => {
                  save.reset()
                  onUndo()
                },
                () => submit.current,
              )
            }
          >
            Undo changes
          </Button>
        )}
      </FormActions>
      <LeaveDialog unsaved={() => changed}>What you changed is not saved.</LeaveDialog>
    </Form>
  )
}

/** Somebody else has saved meanwhile: shows what differs and lets this user decide. */
function BothVersions({ differences, onTheirs, onMine }: Conflict) {
  return (
    <SavedMeanwhile
      title="Someone else has saved these settings meanwhile"
      onTheirs={onTheirs}
      onMine={differences.length > 0 ? onMine : undefined}
    >
      {differences.length > 0 ? (
        <>
          <p>Both of you changed something. What you left alone stays as they saved it.</p>
          <DifferenceList differences={differences} names={['Theirs', 'Yours']} />
        </>
      ) : (
        <p>They have saved the same as you.</p>
      )}
    </SavedMeanwhile>
  )
}
