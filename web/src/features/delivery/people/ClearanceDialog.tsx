import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { queryKeys } from '../../../api/queries'
import { TextArea, TextField } from '../../../components/form/TextField'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { recordClearance, type StaffProfile } from './api'
import { nameOf } from './words'

const BASIS_LEAST = 3
const BASIS_MOST = 500

/** What a clearance is based on, and until when it lasts. */
export function ClearanceDialog({ profile, onClose }: { profile: StaffProfile; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [basis, setBasis] = useState('')
  const [expires, setExpires] = useState('')
  const [tried, setTried] = useState(false)
  const record = useOperation(({ basis, expires }: { basis: string; expires: string }, key) =>
    recordClearance(profile.uaid, basis, expires, key),
  )
  const short = basis.trim().length < BASIS_LEAST
  const change = (write: () => void) => {
    write()
    record.reset()
  }
  const save = async () => {
    setTried(true)
    if (short) return
    const outcome = await record.run({ basis: basis.trim(), expires })
    if (!outcome.ok) return
    show({ tone: 'good', message: `${nameOf(profile)} is cleared to test.` })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  return (
    <ActionDialog
      title={`Clear ${nameOf(profile)} to test`}
      onClose={onClose}
      yes="Record the clearance"
      no="Not now"
      operation={record}
      onYes={() => void save()}
    >
      <p>They can book by themselves from then on. New health answers drop the clearance.</p>
      <TextArea
        label="What it is based on"
        hint="Such as a doctor’s letter with its date. Kept encrypted."
        name="clearance-basis"
        rows={3}
        maxLength={BASIS_MOST}
        value={basis}
        error={tried && short ? 'Say in a few words what the clearance is based on.' : undefined}
        onChange={(event) => {
          const { value } = event.currentTarget
          change(() => setBasis(value))
        }}
      />
      <TextField
        label="Last day"
        hint="Leave it empty and it lasts until the health questions are asked again."
        optional
        type="date"
        name="clearance-expires"
        min={londonToday()}
        value={expires}
        onChange={(event) => {
          const { value } = event.currentTarget
          change(() => setExpires(value))
        }}
      />
    </ActionDialog>
  )
}
