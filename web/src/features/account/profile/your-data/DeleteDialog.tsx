import { useQuery } from '@tanstack/react-query'
import { normaliseFailure } from '../../../../api/client/failure'
import { errorSentence } from '../../../../api/error-sentence'
import { useAuth } from '../../../../auth/SessionProvider'
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/dialog/Dialog'
import { Form, FormButtons } from '../../../../components/form/Form'
import { Notice } from '../../../../components/feedback/Notice'
import { paths } from '../../../../paths'
import { useOperation } from '../../../../state/use-operation'
import { deleteAccount, type Identities } from '../../api'
import layout from '../../form/form.module.css'
import { ProviderButtons } from '../../sign-in/ProviderButtons'
import { providersQuery } from '../../sign-in/providers'
import { missingPassword } from '../../form/problems'
import { PasswordField } from '../../form/PasswordField'
import { useAccountForm } from '../../form/use-account-form'

/** Where signing in again before deletion returns to. */
const HERE = `${paths.myProfile()}#your-data`

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
      {methods?.password === false ? (
        <WithoutPassword methods={methods} onClose={onClose} />
      ) : (
        <WithPassword onClose={onClose} />
      )}
    </Dialog>
  )
}

function WithPassword({ onClose }: { onClose: () => void }) {
  const { run } = useDelete()
  const form = useAccountForm({
    initial: { password: '' },
    check: ({ password }) => missingPassword(password),
    send: async ({ password }) => {
      const deleted = await run(password)
      if (!deleted.ok) return deleted.error
    },
  })
  return (
    <Form {...form.props} aria-label="Delete your account">
      <PasswordField field={form.field('password')} hint="So that we know it is you." />
      <FormButtons
        variant="danger"
        busy={form.busy}
        submit="Delete for good"
        leave="Keep my account"
        onLeave={onClose}
      />
    </Form>
  )
}

/** Without a password a recent sign-in is enough, otherwise they sign in again. */
function WithoutPassword({ methods, onClose }: { methods: Identities; onClose: () => void }) {
  const { run, status, error } = useDelete()
  const providers = useQuery(providersQuery()).data ?? []
  const own = providers.filter(({ id }) => methods.identities.some(({ provider }) => provider === id))
  const stale = error?.errorCode === 'SIGN_IN_AGAIN'
  return (
    <>
      {error !== null && (
        <Notice tone={stale ? 'info' : 'problem'} role="alert">
          {errorSentence(error)}
        </Notice>
      )}
      {stale && <ProviderButtons providers={own} callbackUrl={HERE} verb="Sign in again with" />}
      <div className={layout.actions}>
        {!stale && (
          <Button variant="danger" busy={status === 'loading'} onClick={() => void run(null)}>
            Delete for good
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Keep my account
        </Button>
      </div>
    </>
  )
}
