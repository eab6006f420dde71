import { useState } from 'react'
import { Form, FormButtons } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { useOperation } from '../../../state/use-operation'
import { sendPasswordLink } from '../api'
import { checkFields } from '../form/checks'
import { FlowLayout } from '../FlowLayout'
import { useAccountForm } from '../form/use-account-form'

/** Requests the link. The answer never discloses whether there is an account. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { run } = useOperation(sendPasswordLink)
  const setStatus = useAuthData((state) => state.setStatus)
  const form = useAccountForm({
    initial: { emailAddress: '' },
    check: (values) => checkFields(values, ['emailAddress']),
    send: async ({ emailAddress }) => {
      setSentTo(null)
      setStatus('forgot', 'loading')
      const outcome = await run(emailAddress.trim())
      setStatus('forgot', outcome.ok ? 'succeeded' : 'failed', outcome.ok ? null : outcome.error)
      if (!outcome.ok) return outcome.error
      setSentTo(emailAddress.trim())
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
      <Form {...form.props}>
        <TextField {...form.field('emailAddress')} hint={undefined} type="email" autoComplete="username" />
        <FormButtons
          size="large"
          variant={sentTo === null ? 'primary' : 'secondary'}
          busy={form.busy}
          submit={sentTo === null ? 'Send the link' : 'Send it again'}
        >
          <a href={paths.login()}>Back to sign in</a>
        </FormButtons>
      </Form>
    </FlowLayout>
  )
}
