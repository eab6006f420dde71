import type { FormProblem } from '../../../components/form/FormSummary'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import { paths } from '../../../paths'
import { checkFields, checkPassword } from '../form/checks'
import { DidYouMean } from '../../../state/DidYouMean'
import { useSignUpDraft } from '../draft'
import css from '../form/form.module.css'
import { NewPasswordField } from '../form/NewPasswordField'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

interface Account {
  emailAddress: string
  password: string
}

interface AccountGroupProps {
  onBack: () => void
  /** Creates the account; returned problems are shown, and what was typed stays. */
  onSend: (account: Account) => Promise<FormProblem[]>
}

/** How does this athlete sign in? The password is kept in this form only. */
export function AccountGroup({ onBack, onSend }: AccountGroupProps) {
  const { draft, keep } = useSignUpDraft()
  const form = useAccountForm<Account>({
    initial: { emailAddress: draft.emailAddress, password: '' },
    check: async ({ emailAddress, password }) => [
      ...(await checkFields({ emailAddress }, ['emailAddress'])),
      ...checkPassword('password', password),
    ],
    send: onSend,
    onChange: keep,
  })
  const taken = form.errorOf('emailAddress') !== undefined
  return (
    <StepForm form={form} submit="Create account" onBack={onBack}>
      <Stack gap={3}>
        <TextField {...form.field('emailAddress')} type="email" autoComplete="username" />
        <DidYouMean
          address={form.values.emailAddress}
          onAccept={(emailAddress) => form.set({ emailAddress })}
        />
      </Stack>
      <NewPasswordField {...form.field('password')} />
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
