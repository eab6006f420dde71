import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { TextField } from '../../../components/TextField'
import { useOperation } from '../../../state/use-operation'
import { checkFields } from '../form/checks'
import { identitiesQuery } from '../profile/queries'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'
import { changeEmail } from '../api'
import { DidYouMean } from './DidYouMean'
import { useKeepEmail } from './use-email'

const FIELDS = ['emailAddress', 'password'] as const

interface ChangeEmailDialogProps {
  /** What the field holds at first. */
  suggested: string
  onClose: () => void
  /** The new address has been sent a code. */
  onAsked: () => void
}

/** Asks for another address and, where there is one, for the password. */
export function ChangeEmailDialog({ suggested, onClose, onAsked }: ChangeEmailDialogProps) {
  // Whoever signs in elsewhere has none; the server asks them to sign in again.
  const withPassword = useQuery(identitiesQuery()).data?.password !== false
  const keep = useKeepEmail()
  const { run } = useOperation(({ emailAddress, password }: { emailAddress: string; password: string }) =>
    changeEmail(emailAddress, withPassword ? password : null),
  )
  const { form, field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { emailAddress: suggested, password: '' },
    check: async ({ emailAddress, password }) => [
      ...(await checkFields({ emailAddress }, ['emailAddress'])),
      ...(withPassword && password === ''
        ? [{ field: 'password', message: 'Enter your password, so we know it’s you.' }]
        : []),
    ],
    send: async (typed) => {
      const asked = await run({ ...typed, emailAddress: typed.emailAddress.trim() })
      if (!asked.ok) return failureProblems(asked.error, FIELDS)
      keep(asked.data)
      if (asked.data.pending === null) onClose()
      else onAsked()
      return []
    },
  })
  const address = useWatch({ control: form.control, name: 'emailAddress' })
  return (
    <Dialog open title="Change your e-mail" onClose={onClose}>
      <p>We send a code to the new address. It counts once you&rsquo;ve entered the code.</p>
      <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={isSubmitting}>
        <div>
          <TextField
            {...field('emailAddress')}
            label="New e-mail"
            hint={undefined}
            type="email"
            autoComplete="email"
          />
          <DidYouMean address={address} onAccept={(meant) => form.setValue('emailAddress', meant)} />
        </div>
        {withPassword && (
          <TextField
            {...field('password')}
            hint={undefined}
            type="password"
            autoComplete="current-password"
          />
        )}
        <FormActions>
          <Button type="submit" busy={isSubmitting}>
            Send the code
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
