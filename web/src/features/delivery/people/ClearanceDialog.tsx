import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../../state/ActionDialog'
import { londonToday } from '../../../academy/london'
import { refusedField } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { TextArea, TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { recordClearance } from './api'
import { nameOf } from './words'

const BASIS_LEAST = 3
const BASIS_MOST = 500

/** What a clearance is based on, and until when it lasts. */
export function ClearanceDialog({ profile, onClose }: { profile: StaffProfile; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  // The profile behind the dialog may be read again: the clearance is for the answers that were seen.
  const [seen] = useState(profile)
  const record = useOperation(({ basis, expires }: { basis: string; expires: string }, key) =>
    recordClearance(seen, basis, expires, key),
  )
  const form = useForm({
    initial: { basis: '', expires: '' },
    check: ({ basis }) =>
      basis.trim().length < BASIS_LEAST
        ? [{ field: 'basis', message: 'Say in a few words what the clearance is based on.' }]
        : [],
    send: async ({ basis, expires }) => {
      const outcome = await record.run({ basis: basis.trim(), expires })
      if (!outcome.ok) {
        // There may be other answers by now.
        void client.invalidateQueries({ queryKey: queryKeys.mine })
        return
      }
      show({ tone: 'good', message: `${nameOf(profile)} is cleared to test.` })
      await client.invalidateQueries({ queryKey: queryKeys.mine })
      onClose()
    },
    onChange: record.reset,
    refused: refusedField(record.error),
    nameOf: (key) => `clearance-${key}`,
  })
  return (
    <ActionDialog
      title={`Clear ${nameOf(profile)} to test`}
      onClose={onClose}
      yes="Record the clearance"
      no="Not now"
      operation={record}
      busy={form.busy}
      onYes={() => void form.submit()}
    >
      <p>They can book by themselves from then on. New health answers end the clearance.</p>
      {seen.screening?.clearance && <p>It replaces the clearance that they have.</p>}
      <TextArea
        label="What it is based on"
        hint="Such as a doctor’s letter with its date. Kept encrypted."
        {...form.field('basis')}
        rows={3}
        maxLength={BASIS_MOST}
      />
      <TextField
        label="Last day"
        hint="Leave it empty and it lasts until the health questions are asked again."
        optional
        type="date"
        {...form.field('expires')}
        min={londonToday()}
      />
    </ActionDialog>
  )
}
