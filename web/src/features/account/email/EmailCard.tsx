import { useState } from 'react'
import { ErrorNotice } from '../../../state/ErrorNotice'
import type { UserProfile } from '../../../api/types'
import { Button } from '../../../components/Button'
import { Card, Facts } from '../../../components/layout/Card'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import form from '../form/form.module.css'
import { keepEmail } from '../api'
import { ChangeEmailDialog } from './ChangeEmailDialog'
import { CodeDialog } from './CodeDialog'
import { openAddress } from './open-address'
import { codeSent, useKeepEmail, useSendCode } from './use-email'

/** The address in My Profile: whether it is confirmed, and how it is changed. */
export function EmailCard({ profile }: { profile: UserProfile }) {
  const [open, setOpen] = useState<'code' | 'change' | null>(null)
  const address = openAddress(profile)
  const { emailPending: pending } = profile
  const send = useSendCode()
  const keep = useKeepEmail()
  const stay = useOperation(keepEmail, { onSuccess: keep })
  const close = () => setOpen(null)
  return (
    <Card as="section" level={3} title="E-mail">
      <Facts
        facts={[
          {
            term: 'Your address',
            value: <span className={text.anywhere}>{profile.emailAddress}</span>,
          },
          { term: 'Confirmed', value: profile.emailConfirmed === false ? 'Not yet' : 'Yes' },
          ...(pending
            ? [{ term: 'Changes to', value: <span className={text.anywhere}>{pending}</span> }]
            : []),
        ]}
      />
      <ErrorNotice error={stay.error ?? send.error} />
      <p className={form.aside} role="status">
        {address !== null && send.status === 'succeeded' && `${codeSent(address)} `}
        {pending
          ? 'We’ve sent a code to the new address. Until you enter it, everything stays as it is.'
          : 'You sign in with it, and your tickets go there.'}
      </p>
      <div className={form.actions}>
        {address !== null && (
          <>
            <Button onClick={() => setOpen('code')}>Enter the code</Button>
            <Button variant="secondary" busy={send.status === 'loading'} onClick={() => void send.run()}>
              Send again
            </Button>
          </>
        )}
        <Button variant={address === null ? 'secondary' : 'quiet'} onClick={() => setOpen('change')}>
          Change address
        </Button>
        {pending && (
          <Button variant="quiet" busy={stay.status === 'loading'} onClick={() => void stay.run()}>
            Keep the old one
          </Button>
        )}
      </div>
      {open === 'code' && address !== null && <CodeDialog address={address} onClose={close} />}
      {open === 'change' && (
        <ChangeEmailDialog suggested="" onClose={close} onAsked={() => setOpen('code')} />
      )}
    </Card>
  )
}
