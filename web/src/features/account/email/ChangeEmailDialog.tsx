import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../../api/queries'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form, FormButtons } from '../../../components/form/Form'
import type { FormProblem } from '../../../components/form/FormSummary'
import { TextField } from '../../../components/form/TextField'
import { useOperation } from '../../../state/use-operation'
import { checkFields } from '../form/checks'
import { identitiesQuery } from '../profile/queries'
import { PasswordField } from '../form/PasswordField'
import { useAccountForm } from '../form/use-account-form'
import { MailedCode } from '../profile/signing-in/MailedCode'
import { useMailedCode } from '../profile/signing-in/use-mailed-code'
import { changeEmail, type EmailStatus } from '../api'
import { DidYouMean } from '../../../state/DidYouMean'
import { useKeepEmail } from './use-email'

interface ChangeEmailDialogProps {
  /** The field's initial value. */
  suggested: string
  onClose: () => void
  /** A code has been sent to the new address. */
  onAsked: () => void
}

/** Asks for another address and, where there is one, for the password; of staff perhaps for a code mailed to the present one. */
export function ChangeEmailDialog({ suggested, onClose, onAsked }: ChangeEmailDialogProps) {
  // Somebody who signs in with a provider has none; the server asks them to sign in again.
  const withPassword = useQuery(identitiesQuery()).data?.password !== false
  const current = useQuery(profileQuery()).data?.emailAddress
  const keep = useKeepEmail()
  const code = useMailedCode()
  const { run } = useOperation(changeEmail)
  const goOn = (status: EmailStatus): FormProblem[] => {
    keep(status)
    const { emailAddress, pending } = status
    if (pending !== null) onAsked()
    else if (emailAddress === current) {
      code.markUsed()
      return [{ field: 'emailAddress', message: 'That is your address already. It stays.' }]
    } else onClose()
    return []
  }
  const form = useAccountForm({
    initial: { emailAddress: suggested, password: '', mailedCode: '' },
    check: async ({ emailAddress, password, mailedCode }) => [
      ...(await checkFields({ emailAddress }, ['emailAddress'])),
      ...(withPassword && password === ''
        ? [{ field: 'password', message: 'Enter your password, so we know it’s you.' }]
        : []),
      ...code.check(mailedCode),
    ],
    send: async (typed) => {
      const outcome = await run({
        emailAddress: typed.emailAddress.trim(),
        ...(withPassword && { password: typed.password }),
        ...code.proof(typed.mailedCode),
      })
      if (outcome.ok) return goOn(outcome.data)
      if (code.isAsked(outcome.error)) {
        form.follow({ ...typed, mailedCode: '' }, typed)
        return undefined
      }
      // Its usual sentence advises signing in, which they are.
      return outcome.error.errorCode === 'EMAIL_TAKEN'
        ? [
            {
              field: 'emailAddress',
              message:
                'Another account has that address, or had it in the last seven days. Choose a different one.',
            },
          ]
        : outcome.error
    },
  })
  const askAgain = async () => {
    const { emailAddress, password } = form.values
    form.reset({ ...form.values, mailedCode: '' })
    const outcome = await run({ emailAddress: emailAddress.trim(), ...(withPassword && { password }) })
    if (outcome.ok) form.tell(goOn(outcome.data))
    return outcome
  }
  return (
    <Dialog open title="Change your e-mail" onClose={onClose}>
      <p>We send a code to the new address. The change takes effect once you&rsquo;ve entered it.</p>
      <Form {...form.props}>
        <div>
          <TextField
            {...form.field('emailAddress')}
            label="New e-mail"
            hint={undefined}
            type="email"
            autoComplete="email"
          />
          <DidYouMean
            address={form.values.emailAddress}
            onAccept={(emailAddress) => form.set({ emailAddress })}
          />
        </div>
        {withPassword && <PasswordField field={form.field('password')} />}
        {code.mailed && <MailedCode {...form.field('mailedCode')} askAgain={askAgain} />}
        <FormButtons busy={form.busy} submit="Send the code" onLeave={onClose} />
      </Form>
    </Dialog>
  )
}
