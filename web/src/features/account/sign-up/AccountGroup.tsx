import { useWatch } from 'react-hook-form'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { checkFields, checkPassword } from '../form/checks'
import { DidYouMean } from '../email/DidYouMean'
import { useSignUpDraft } from '../draft'
import css from '../form/form.module.css'
import { PasswordMeter } from '../form/PasswordMeter'
import type { Problem } from '../form/problems'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

const FIELDS = ['emailAddress', 'password'] as const

interface Account {
  emailAddress: string
  password: string
}

interface AccountGroupProps {
  onBack: () => void
  /** Makes the account; what comes back is shown, what was typed stays. */
  onSend: (account: Account) => Promise<Problem[]>
}

/** How does this athlete sign in? The password lives in this form alone. */
export function AccountGroup({ onBack, onSend }: AccountGroupProps) {
  const { draft, keep } = useSignUpDraft()
  const { form, field, ...step } = useAccountForm<Account>({
    fields: FIELDS,
    defaults: { emailAddress: draft.emailAddress, password: '' },
    check: async ({ emailAddress, password }) => [
      ...(await checkFields({ emailAddress }, ['emailAddress'])),
      ...checkPassword('password', password),
    ],
    send: onSend,
    onTyped: keep,
  })
  const password = useWatch({ control: form.control, name: 'password' })
  const address = useWatch({ control: form.control, name: 'emailAddress' })
  const taken = step.problems.some(({ field: name }) => name === 'emailAddress')
  return (
    <StepForm {...step} busy={step.isSubmitting} submit="Create account" onBack={onBack}>
      <div className={css.withMeter}>
        <TextField {...field('emailAddress')} type="email" autoComplete="username" />
        <DidYouMean address={address} onAccept={(meant) => form.setValue('emailAddress', meant)} />
      </div>
      <div className={css.withMeter}>
        <TextField {...field('password')} type="password" autoComplete="new-password" />
        <PasswordMeter password={password} refused={field('password').error !== undefined} />
      </div>
      <p className={css.aside}>
        {taken ? 'Been here before?' : 'Already have an account?'}{' '}
        <a href={paths.login({ callbackUrl: draft.returnTo || undefined })}>Sign in</a>
        {taken && (
          <>
            {' or '}
            <a href={paths.forgotPassword()}>set a new password</a>
          </>
        )}
      </p>
    </StepForm>
  )
}
