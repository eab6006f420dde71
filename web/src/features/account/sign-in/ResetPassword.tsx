import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button, LinkButton } from '../../../components/Button'
import { Form, FormActions } from '../../../components/Form'
import { Notice } from '../../../components/Notice'
import { Page } from '../../../components/Page'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { setForgottenPassword } from '../calls'
import { checkPassword } from '../checks'
import { FlowLayout } from '../FlowLayout'
import css from '../form.module.css'
import { PasswordMeter } from '../PasswordMeter'
import { useAccountForm } from '../use-account-form'
import { useMailedToken } from '../use-mailed-token'
import { failureProblems } from '../use-sign-up'

const FIELDS = ['newPassword'] as const

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { run } = useOperation((password: string) => setForgottenPassword(token, password))
  const { form, field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { newPassword: '' },
    check: ({ newPassword }) => checkPassword('newPassword', newPassword),
    send: async ({ newPassword }) => {
      const set = await run(newPassword)
      if (!set.ok) return failureProblems(set.error, FIELDS)
      onDone()
      return []
    },
  })
  const password = useWatch({ control: form.control, name: 'newPassword' })
  return (
    <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={isSubmitting}>
      <div className={css.withMeter}>
        <TextField {...field('newPassword')} type="password" autoComplete="new-password" />
        <PasswordMeter password={password} />
      </div>
      <FormActions>
        <Button type="submit" size="large" busy={isSubmitting}>
          Set password
        </Button>
        <a href={paths.forgotPassword()}>Ask for a new link</a>
      </FormActions>
    </Form>
  )
}

/** The page the mailed link leads to. */
export function ResetPassword() {
  const token = useMailedToken()
  const [done, setDone] = useState(false)
  return (
    <Page title="New password" heading={null} width="full">
      <FlowLayout
        title={done ? 'Fresh start.' : 'A new password.'}
        lead={
          done
            ? 'Your new password is set and every old session has ended.'
            : 'Make it long. Then you are back in.'
        }
        share={done ? 1 : 0.75}
      >
        {done ? (
          <div className={css.actions}>
            <LinkButton href={paths.login()} size="large">
              Log in
            </LinkButton>
          </div>
        ) : token === null ? (
          <Notice
            tone="problem"
            title="This link is not whole"
            actions={<a href={paths.forgotPassword()}>Ask for a new link</a>}
          >
            Open it straight from the e-mail, or ask for a new one.
          </Notice>
        ) : (
          <NewPasswordForm token={token} onDone={() => setDone(true)} />
        )}
      </FlowLayout>
    </Page>
  )
}
