import { normaliseFailure } from '../../../../api/client/failure'
import { useAuth } from '../../../../auth/SessionProvider'
import { Dialog } from '../../../../components/dialog/Dialog'
import { useOperation } from '../../../../state/use-operation'
import { deleteAccount, type Identities } from '../../api'
import layout from '../../form/form.module.css'
import { PasswordForm } from '../../form/PasswordForm'

interface DeleteDialogProps {
  open: boolean
  /** How this person signs in; a password is asked for unless they are known to have none. */
  methods: Identities | undefined
  onClose: () => void
}

/** Deletes the account, then leaves with a message. */
function useDelete() {
  const { end, noteDeletion } = useAuth()
  return useOperation(async (password: string | null) => {
    const { signOutUrl } = await deleteAccount(password).catch((cause: unknown) => {
      const failure = normaliseFailure(cause)
      // Something between the server and us may have failed after it was done.
      noteDeletion(failure.status === 0 || failure.status >= 500)
      throw failure
    })
    await end('deleted', signOutUrl)
  })
}

export function DeleteDialog({ open, methods, onClose }: DeleteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" title="Delete your account?">
      <p>This is final. The moment you confirm:</p>
      <ul className={layout.list}>
        <li>your personal and health data is erased,</li>
        <li>your open booking is cancelled and its place goes to someone else,</li>
        <li>you are signed out everywhere and cannot sign in again.</li>
      </ul>
      <p>
        What stays: the results of your finals, without a name and off the boards. Want a copy first? Download
        your data.
      </p>
      <DeleteForm withPassword={methods?.password !== false} onClose={onClose} />
    </Dialog>
  )
}

/** Without a password a recent sign-in is enough. */
function DeleteForm({ withPassword, onClose }: { withPassword: boolean; onClose: () => void }) {
  const { run } = useDelete()
  return (
    <PasswordForm
      label="Delete your account"
      withPassword={withPassword}
      hint="So that we know it is you."
      variant="danger"
      submit="Delete for good"
      leave="Keep my account"
      act={async (password) => {
        const deleted = await run(password)
        if (!deleted.ok) return deleted.error
      }}
      onLeave={onClose}
    />
  )
}
