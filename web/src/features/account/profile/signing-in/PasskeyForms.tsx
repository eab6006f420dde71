import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../../../../api/client/failure'
import type { Challenge } from '../../../../auth/passkeys'
import { Dialog } from '../../../../components/dialog/Dialog'
import { Form, FormButtons } from '../../../../components/form/Form'
import type { FormProblem } from '../../../../components/form/FormSummary'
import { TextField } from '../../../../components/form/TextField'
import { useOperation } from '../../../../state/use-operation'
import { addPasskey, newPasskeyChallenge, removePasskey, renamePasskey, type Passkey } from '../../api'
import { PasswordField } from '../../form/PasswordField'
import { PasswordForm } from '../../form/PasswordForm'
import { missingPassword } from '../../form/problems'
import { useAccountForm } from '../../form/use-account-form'
import { identitiesQuery } from '../queries'
import { deviceName } from '../../../../notifications/device-name'
import { MailedCode } from './MailedCode'
import { useMailedCode } from './use-mailed-code'

/** The most characters of a name (RULES 10.9). */
const NAME_MOST = 40

const missingName = (name: string): FormProblem[] =>
  name.trim() === '' ? [{ field: 'passkeyName', message: 'Give it a name.' }] : []

/** Whether the account has a password of ours, which adding and removing ask for. */
const useWithPassword = () => useQuery(identitiesQuery()).data?.password !== false

interface AddPasskeyFormProps {
  onAdded: (passkey: Passkey) => void
  onCancel: () => void
}

/** Proves who asks, then has the browser make a passkey. Staff may need a code by e-mail too. */
export function AddPasskeyForm({ onAdded, onCancel }: AddPasskeyFormProps) {
  const withPassword = useWithPassword()
  const code = useMailedCode()
  const { run: prove } = useOperation(newPasskeyChallenge)
  const { run: add } = useOperation(
    async ({ challenge, name }: { challenge: Parameters<typeof make>[0]; name: string }, key) =>
      addPasskey(await make(challenge), name, key),
  )
  const form = useAccountForm({
    initial: { passkeyName: deviceName(navigator.userAgent), password: '', mailedCode: '' },
    check: ({ passkeyName, password, mailedCode }) => [
      ...missingName(passkeyName),
      ...(withPassword ? missingPassword(password) : []),
      ...code.check(mailedCode),
    ],
    send: async (typed) => {
      const { passkeyName, password, mailedCode } = typed
      const proved = await prove({
        ...(withPassword && { password }),
        ...code.proof(mailedCode),
      })
      if (!proved.ok) {
        if (!code.isAsked(proved.error)) return proved.error
        form.follow({ ...typed, mailedCode: '' }, typed)
        return undefined
      }
      code.markAccepted()
      const added = await add({ challenge: proved.data, name: passkeyName })
      if (added.ok) {
        onAdded(added.data)
        return undefined
      }
      code.markUsed()
      return added.error
    },
  })
  const askAgain = () => {
    const { password } = form.values
    form.reset({ ...form.values, mailedCode: '' })
    return prove({ ...(withPassword && { password }) })
  }
  return (
    <Form {...form.props} aria-label="Add a passkey">
      <TextField {...form.field('passkeyName')} maxLength={NAME_MOST} autoComplete="off" />
      {withPassword && <PasswordField field={form.field('password')} hint="Show us it’s you." />}
      {code.mailed && <MailedCode {...form.field('mailedCode')} askAgain={askAgain} />}
      <FormButtons busy={form.busy} submit="Add a passkey" onLeave={onCancel} />
    </Form>
  )
}

/** Has the browser make a passkey; what it refuses becomes a failure with a sentence of ours. */
async function make(challenge: Challenge) {
  const { makePasskey, passkeyProblem } = await import('../../../../auth/passkeys')
  try {
    return await makePasskey(challenge)
  } catch (cause) {
    const code = passkeyProblem(cause) ?? 'PASSKEY_STOPPED'
    throw new ApiFailure(code, '', 0)
  }
}

interface PasskeyDialogProps<T> {
  passkey: Passkey
  onClose: () => void
  onDone: (answer: T) => void
}

export function RenamePasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps<Passkey>) {
  const { run } = useOperation(renamePasskey)
  const form = useAccountForm({
    initial: { passkeyName: passkey.name },
    check: ({ passkeyName }) => missingName(passkeyName),
    send: async ({ passkeyName }) => {
      const renamed = await run({ passkeyId: passkey.id, name: passkeyName })
      if (!renamed.ok) return renamed.error
      onDone(renamed.data)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Rename this passkey">
      <Form {...form.props} aria-label="Rename this passkey">
        <TextField {...form.field('passkeyName')} maxLength={NAME_MOST} autoComplete="off" />
        <FormButtons busy={form.busy} submit="Rename" onLeave={onClose} />
      </Form>
    </Dialog>
  )
}

export function RemovePasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps<unknown>) {
  const withPassword = useWithPassword()
  const { run } = useOperation((password: string | null, key) => removePasskey(passkey.id, password, key))
  const remove = async (password: string | null) => {
    const removed = await run(password)
    if (!removed.ok) return removed.error
    onDone(removed.data)
  }
  return (
    <Dialog open onClose={onClose} role="alertdialog" title={`Remove ${passkey.name}?`}>
      <p>
        It no longer signs you in, and sessions elsewhere that began with a passkey end. Your device may still
        list it: delete it there too.
      </p>
      <PasswordForm
        label={`Remove ${passkey.name}`}
        withPassword={withPassword}
        variant="danger"
        submit="Remove it"
        leave="Keep it"
        act={remove}
        onLeave={onClose}
      />
    </Dialog>
  )
}
