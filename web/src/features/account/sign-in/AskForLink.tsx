import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Form, FormButtons } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import { useOperation } from '../../../state/use-operation'
import { sendSignInLink } from '../api'
import { checkFields } from '../form/checks'
import { FlowLayout } from '../FlowLayout'
import { useAccountForm } from '../form/use-account-form'

interface AskForLinkProps {
  emailAddress: string
  onBack: (emailAddress: string) => void
}

/** Requests a link that signs in. The answer never discloses whether there is an account. */
export function AskForLink({ emailAddress: typed, onBack }: AskForLinkProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { run } = useOperation(sendSignInLink)
  const form = useAccountForm({
    initial: { emailAddress: typed },
    check: (values) => checkFields(values, ['emailAddress']),
    send: async ({ emailAddress }) => {
      setSentTo(null)
      const outcome = await run(emailAddress.trim())
      if (!outcome.ok) return outcome.error
      setSentTo(emailAddress.trim())
    },
  })
  return (
    <FlowLayout title="No password needed." lead="We send you a link that signs you in." share={0.25}>
      {sentTo !== null && (
        <Notice tone="good" role="status" title="Have a look at your inbox">
          If there is an account for {sentTo}, the link is on its way. It works once, within 15 minutes.
          Nothing there? Look in the spam folder, or check the address.
        </Notice>
      )}
      <Form {...form.props} aria-label="A link by e-mail">
        <TextField {...form.field('emailAddress')} hint={undefined} type="email" autoComplete="username" />
        <FormButtons
          size="large"
          variant={sentTo === null ? 'primary' : 'secondary'}
          busy={form.busy}
          submit={sentTo === null ? 'Send the link' : 'Send it again'}
        >
          <Button variant="quiet" onClick={() => onBack(form.values.emailAddress)}>
            Back
          </Button>
        </FormButtons>
      </Form>
    </FlowLayout>
  )
}
