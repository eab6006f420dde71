import { errorSentence } from '../../../api/error-sentence'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Stack } from '../../../components/layout/Stack'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import type { StoredSettings } from './api'
import { draftOf, fieldOf, openingOf, problemsOf, type Opening } from './openings'
import styles from './ProgrammeSettings.module.css'
import { useOpeningEdit } from './use-openings'

interface OpeningDialogProps {
  stored: StoredSettings
  /** The one that is changed; without it a new one is added. */
  opening?: Opening
  onClose: () => void
}

/** The days of an opening, and when booking opens for them. */
export function OpeningDialog({ stored, opening, onClose }: OpeningDialogProps) {
  const save = useOpeningEdit()
  const field = save.error && fieldOf(save.error.errorCode)
  const form = useForm({
    initial: draftOf(opening),
    check: problemsOf,
    dependent: true,
    send: async (draft) => {
      const outcome = await save.run({ stored, before: opening, after: openingOf(draft) })
      if (outcome.ok) onClose()
    },
    onChange: save.reset,
    refused: field && { field, message: errorSentence(save.error) },
    nameOf: (key) => `opening-${key}`,
  })
  return (
    <ActionDialog
      title={opening ? 'Change the opening' : 'Add an opening'}
      onClose={onClose}
      yes={opening ? 'Save the opening' : 'Add the opening'}
      no="Cancel"
      busy={form.busy}
      onYes={() => void form.submit()}
    >
      <Stack gap={4} align="start" className={styles.pair}>
        <TextField label="First day" {...form.field('from')} type="date" />
        <TextField label="Last day" {...form.field('to')} type="date" />
      </Stack>
      <TextField
        label="Booking opens"
        hint="London time. Until then only staff who lift the rules can book these days."
        {...form.field('opensAt')}
        type="datetime-local"
        step={60}
      />
      {!field && <ErrorNotice error={save.error} />}
    </ActionDialog>
  )
}
