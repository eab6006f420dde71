import { useState } from 'react'
import { LinkButton } from '../../../components/Button'
import { Form, FormButtons } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { useOperation } from '../../../state/use-operation'
import { setForgottenPassword } from '../api'
import { checkPassword } from '../form/checks'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { NewPasswordField } from '../form/NewPasswordField'
import { useAccountForm } from '../form/use-account-form'
import { useMailedToken } from '../use-mailed-token'

interface NewPasswordFormProps {
  token: string
  onDone: () => void
  /** The link was used or has expired. */
  onSpent: () => void
}

function NewPasswordForm({ token, onDone, onSpent }: NewPasswordFormProps) {
  const { run } = useOperation((password: string) => setForgottenPassword(token, password))
  const setStatus = useAuthData((state) => state.setStatus)
  const form = useAccountForm({
    initial: { newPassword: '' },
    check: ({ newPassword }) => checkPassword('newPassword', newPassword),
    send: async ({ newPassword }) => {
      setStatus('forgot', 'loading')
      const set = await run(newPassword)
      setStatus('forgot', set.ok ? 'succeeded' : 'failed', set.ok ? null : set.error)
      if (set.ok) onDone()
      else if (set.error.errorCode === 'TOKEN_INVALID') onSpent()
      else return set.error
    },
  })
  return (
    <Form {...form.props}>
      <NewPasswordField {...form.field('newPassword')} />
      <FormButtons size="large" busy={form.busy} submit="Set password">
        <a href={paths.login()}>Back to sign in</a>
      </FormButtons>
    </Form>
  )
}

type State = 'open' | 'done' | 'spent'

const HEAD: Record<State, { title: string; lead: string }> = {
  open: { title: 'A new password.', lead: 'Make it long. Then you are back in.' },
  done: { title: 'Fresh start.', lead: 'Your new password is set and every old session has ended.' },
  spent: {
    title: 'Too late for this one.',
    lead: 'A link works once, and only for a while. A fresh one is quick.',
  },
}

/** The page of the mailed link. */
export function ResetPassword() {
  const token = useMailedToken()
  const [state, setState] = useState<State>('open')
  return (
    <FlowLayout {...HEAD[state]} share={state === 'done' ? 1 : 0.75}>
      {state === 'done' ? (
        <div className={css.actions}>
          <LinkButton href={paths.login()} size="large">
            Sign in
          </LinkButton>
        </div>
      ) : state === 'spent' || token === null ? (
        <>
          <Notice
            tone="problem"
            role="alert"
            title={state === 'spent' ? 'This link has been used or has run out' : 'This link isn’t complete'}
          >
            {state === 'spent'
              ? 'If an earlier try got no answer, it most likely worked: sign in with your new password. Otherwise ask for a new link.'
              : 'Open it straight from the e-mail, or ask for a new one.'}
          </Notice>
          <div className={css.actions}>
            <LinkButton href={paths.forgotPassword()} size="large">
              Send me a new link
            </LinkButton>
            {state === 'spent' && <a href={paths.login()}>Back to sign in</a>}
          </div>
        </>
      ) : (
        <NewPasswordForm token={token} onDone={() => setState('done')} onSpent={() => setState('spent')} />
      )}
    </FlowLayout>
  )
}
