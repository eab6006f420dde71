import type { ReactNode } from 'react'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
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
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit()
      }}
    >
      {children}
      {conflict ? <BothVersions {...conflict} /> : !errorAtField && <ErrorNotice error={save.error} />}
      {notice}
      <LiveRegion>{!changed && saved && <p className={text.aside}>{saved}</p>}</LiveRegion>
      <FormActions>
        <Button type="submit" busy={save.status === 'loading'} aria-disabled={!ready}>
          {submitLabel}
        </Button>
        {changed && (
          <Button
            variant="quiet"
            onClick={() => {
              save.reset()
              onUndo()
            }}
          >
            Undo changes
          </Button>
        )}
      </FormActions>
      <LeaveDialog unsaved={() => changed}>What you changed is not saved.</LeaveDialog>
    </Form>
  )
}
