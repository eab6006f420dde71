import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../../api/errors'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { Notice } from '../../../components/Notice'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { deleteAccount, type Identities } from '../api'
import form from '../form/form.module.css'
import { ProviderButtons } from '../sign-in/ProviderButtons'
import { providersQuery } from '../sign-in/providers'
import { missingPassword } from '../form/problems'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'

const FIELDS = ['password'] as const
/** Where a fresh sign-in for leaving comes back to. */
const HERE = `${paths.myProfile()}#your-data`

interface DeleteDialogProps {
  open: boolean
  /** How this person signs in; a password is asked for until it is known that there is none. */
  ways: Identities | undefined
  onClose: () => void
}

/** Deletes, then leaves with a word that it is done. */
function useDelete() {
  const { end } = useAuth()
  return useOperation(async (password: string | null) => {
    await deleteAccount(password)
    await end('deleted')
  })
}

export function DeleteDialog({ open, ways, onClose }: DeleteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" title="Delete your account?">
      <p>This is final. The moment you confirm:</p>
      <ul className={form.list}>
        <li>your personal and health data is erased,</li>
        <li>your open booking is cancelled and its place goes to someone else,</li>
        <li>you are signed out everywhere and cannot sign in again.</li>
      </ul>
      <p>
        What stays: the results of your finals, without a name and off the boards. Want a copy first? Download
        your data.
      </p>
      {ways?.password === false ? (
        <WithoutPassword ways={ways} onClose={onClose} />
      ) : (
        <WithPassword onClose={onClose} />
      )}
    </Dialog>
  )
}

function WithPassword({ onClose }: { onClose: () => void }) {
  const { run } = useDelete()
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { password: '' },
    check: ({ password }) => missingPassword(password),
    send: async ({ password }) => {
      const deleted = await run(password)
      return deleted.ok ? [] : failureProblems(deleted.error, FIELDS)
    },
  })
  return (
    <Form
      problems={problems}
      attempt={attempt}
      onSubmit={onSubmit}
      aria-label="Delete your account"
      aria-busy={isSubmitting}
    >
      <TextField
        {...field('password')}
        hint="So that we know it is you."
        type="password"
        autoComplete="current-password"
      />
      <FormActions>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          Delete for good
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep my account
        </Button>
      </FormActions>
    </Form>
  )
}

/** There is no password to ask for: a recent sign-in is enough, otherwise they sign in again. */
function WithoutPassword({ ways, onClose }: { ways: Identities; onClose: () => void }) {
  const { run, status, error } = useDelete()
  const providers = useQuery(providersQuery()).data ?? []
  const own = providers.filter(({ id }) => ways.identities.some(({ provider }) => provider === id))
  const stale = error?.errorCode === 'SIGN_IN_AGAIN'
  return (
    <>
      {error !== null && (
        <Notice tone={stale ? 'info' : 'problem'} role="alert">
          {errorSentence(error)}
        </Notice>
      )}
      {stale && <ProviderButtons providers={own} callbackUrl={HERE} verb="Sign in again with" />}
      <div className={form.actions}>
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
