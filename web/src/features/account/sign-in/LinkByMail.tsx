import { useState, type ReactNode } from 'react'
import type { ApiFailure } from '../../../api/client/failure'
import { Form, FormButtons } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import type { Outcome } from '../../../state/operation'
import { checkFields } from '../form/checks'
import { FlowLayout } from '../FlowLayout'
import { useAccountForm } from '../form/use-account-form'

interface LinkByMailProps {
  title: string
  lead: string
  /** The form's name, where it is not the page's only one. */
  label?: string
  initial?: string
  /** How long the link works. */
  minutes: number
  send: (emailAddress: string) => Promise<Outcome<unknown>>
  /** What else to know once it is sent. */
  more?: string
  /** The way back, for somebody who has typed this address. */
  back: (emailAddress: string) => ReactNode
}

/** Requests a link by e-mail. The answer never discloses whether there is an account. */
export function LinkByMail({ title, lead, label, initial = '', minutes, send, more, back }: LinkByMailProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAccountForm({
    initial: { emailAddress: initial },
    check: (values) => checkFields(values, ['emailAddress']),
    send: async ({ emailAddress }): Promise<ApiFailure | undefined> => {
      setSentTo(null)
      const outcome = await send(emailAddress.trim())
      if (!outcome.ok) return outcome.error
      setSentTo(emailAddress.trim())
      return undefined
    },
  })
  return (
    <FlowLayout title={title} lead={lead} share={0.25}>
      {sentTo !== null && (
        <Notice tone="good" role="status" title="Have a look at your inbox">
          If there is an account for {sentTo}, the link is on its way. It works once, within {minutes}{' '}
          minutes. Nothing there? Look in the spam folder, or check the address. {more}
        </Notice>
      )}
      <Form {...form.props} aria-label={label}>
        <TextField {...form.field('emailAddress')} hint={undefined} type="email" autoComplete="username" />
        <FormButtons
          size="large"
          variant={sentTo === null ? 'primary' : 'secondary'}
          busy={form.busy}
          submit={sentTo === null ? 'Send the link' : 'Send it again'}
        >
          {back(form.values.emailAddress)}
        </FormButtons>
      </Form>
    </FlowLayout>
  )
}
