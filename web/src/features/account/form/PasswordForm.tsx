import type { ApiFailure } from '../../../api/client/failure'
import { Form, FormButtons } from '../../../components/form/Form'
import { PasswordField } from './PasswordField'
import { missingPassword } from './problems'
import { useAccountForm } from './use-account-form'

interface PasswordFormProps {
  label: string
  /** Whether the account has a password of ours. */
  withPassword: boolean
  hint?: string
  submit: string
  leave: string
  variant?: 'danger'
  /** Called with the password typed, null for an account without one; resolves to what failed. */
  act: (password: string | null) => Promise<ApiFailure | undefined>
  onLeave: () => void
}

/** Confirms something by the password, so that nobody can do it on a browser left open. */
export function PasswordForm({ label, withPassword, hint, act, ...buttons }: PasswordFormProps) {
  const form = useAccountForm({
    initial: { password: '' },
    check: ({ password }) => (withPassword ? missingPassword(password) : []),
    send: ({ password }) => act(withPassword ? password : null),
  })
  return (
    <Form {...form.props} aria-label={label}>
      {withPassword && <PasswordField field={form.field('password')} hint={hint} />}
      <FormButtons busy={form.busy} {...buttons} />
    </Form>
  )
}
