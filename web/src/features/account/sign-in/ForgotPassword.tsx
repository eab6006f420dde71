import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Form, FormActions } from '../../../components/Form'
import { Notice } from '../../../components/Notice'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { useOperation } from '../../../state/use-operation'
import { sendPasswordLink } from '../api'
import { checkFields } from '../form/checks'
import { FlowLayout } from '../FlowLayout'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'

const FIELDS = ['emailAddress'] as const

/** Asks for the link. The answer never tells whether there is an account. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { run } = useOperation(sendPasswordLink)
  const setStatus = useAuthData((state) => state.setStatus)
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { emailAddress: '' },
    check: (values) => checkFields(values, FIELDS),
    send: async ({ emailAddress }) => {
      setSentTo(null)
      setStatus('forgot', 'loading')
      const asked = await run(emailAddress.trim())
      setStatus('forgot', asked.ok ? 'succeeded' : 'failed', asked.ok ? null : asked.error)
      if (!asked.ok) return failureProblems(asked.error, FIELDS)
      setSentTo(emailAddress.trim())
      return []
    },
  })
  return (
    <FlowLayout title="Lost your key?" lead="We send you a link that sets a new password." share={0.25}>
      {sentTo !== null && (
        <Notice tone="good" role="status" title="Have a look at your inbox">
          If there is an account for {sentTo}, the link is on its way. It works once, within 30 minutes.
          Nothing there? Look in the spam folder, or check the address.
        </Notice>
      )}
      <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={isSubmitting}>
        <TextField {...field('emailAddress')} hint={undefined} type="email" autoComplete="username" />
        <FormActions>
          <Button
            type="submit"
            size="large"
            variant={sentTo === null ? 'primary' : 'secondary'}
            busy={isSubmitting}
          >
            {sentTo === null ? 'Send the link' : 'Send it again'}
          </Button>
          <a href={paths.login()}>Back to sign in</a>
        </FormActions>
      </Form>
    </FlowLayout>
  )
}
