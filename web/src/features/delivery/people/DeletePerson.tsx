import { hashKey, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../api/queries'
import type { RoleId, StaffProfile } from '../../../api/types'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useOperation } from '../../../state/use-operation'
import { deletePerson, staffProfileQuery } from './api'
import { nameOf } from './words'

const COACH: RoleId = 4

interface DeletePersonProps {
  profile: StaffProfile
  onClose: () => void
  /** Called when the account is gone. */
  onDeleted: () => void
}

/** Deletes somebody's account, once their number has been typed. */
export function DeletePerson({ profile, onClose, onDeleted }: DeletePersonProps) {
  const { uaid } = profile
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const remove = useOperation(deletePerson)
  const form = useForm({
    initial: { confirmation: '' },
    check: ({ confirmation }) =>
      confirmation.trim() === uaid
        ? []
        : [{ field: 'confirmation', message: `That is not their number. It is ${uaid}.` }],
    send: async ({ confirmation }) => {
      const outcome = await remove.run({ uaid, confirmation: confirmation.trim() })
      if (!outcome.ok) return
      show({ tone: 'good', message: `${nameOf(profile)}: account deleted.` })
      onDeleted()
      // Their profile is still on the page, and there is none to read again.
      const gone = hashKey(staffProfileQuery(uaid).queryKey)
      void client.invalidateQueries({
        queryKey: queryKeys.mine,
        predicate: ({ queryHash }) => queryHash !== gone,
      })
    },
    onChange: remove.reset,
    nameOf: (key) => `delete-${key}`,
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Delete ${nameOf(profile)}’s account?`}
      onClose={onClose}
      yes="Delete for good"
      no="Keep the account"
      variant="danger"
      busy={form.busy}
      onYes={() => void form.submit()}
    >
      <p>
        This is final. Their personal and health data is erased, their open booking is cancelled and its place
        goes to someone else, and they are signed out everywhere and cannot sign in again. No e-mail tells
        them.
      </p>
      <p>What stays: the results of their finals, without a name and off the boards.</p>
      {profile.role === COACH && <p>Their teams stay too: give each another coach.</p>}
      <TextField
        label="Their number"
        hint={`Type ${uaid} to confirm.`}
        {...form.field('confirmation')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      {remove.error?.status === 404 ? (
        <Notice tone="problem" role="alert">
          There is no such account any more. Somebody else has deleted it.
        </Notice>
      ) : (
        <ErrorNotice error={remove.error} />
      )}
    </ActionDialog>
  )
}
