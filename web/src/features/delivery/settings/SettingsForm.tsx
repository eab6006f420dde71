import { useRef, type ReactNode } from 'react'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Form, FormActions } from '../../../components/form/Form'
import text from '../../../components/text.module.css'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { LeaveDialog } from '../../../state/LeaveDialog'
import type { Operation } from '../../../state/use-operation'
import { BothVersions, type BothVersionsProps } from './BothVersions'
import styles from './ProgrammeSettings.module.css'

interface SettingsFormProps {
  save: Pick<Operation<never, unknown>, 'status' | 'error' | 'reset'>
  /** Whether there are unsaved changes. */
  changed: boolean
  /** False while the values cannot be sent. */
  sendable?: boolean
  /** What to decide after somebody else has saved. */
  conflict?: BothVersionsProps | null
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
