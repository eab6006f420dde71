import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../../api/errors'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Icon } from '../../../components/Icon'
import { Notice } from '../../../components/Notice'
import { useOperation } from '../../../state/use-operation'
import form from '../form/form.module.css'
import { DeleteDialog } from './DeleteDialog'
import { identitiesQuery } from './queries'

/** The way out, for today or for good. */
export function LeaveCard() {
  const [asking, setAsking] = useState(false)
  const ways = useQuery(identitiesQuery()).data
  const { signOut } = useAuth()
  const out = useOperation(signOut)
  return (
    <Card as="section" level={3} title="Leave">
      {out.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(out.error)}
        </Notice>
      )}
      <p>Sign out for today, or delete your account for good.</p>
      <div className={form.actions}>
        <Button variant="secondary" busy={out.status === 'loading'} onClick={() => void out.run()}>
          <Icon name="logout" small />
          Sign out
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteDialog open={asking} ways={ways} onClose={() => setAsking(false)} />
    </Card>
  )
}
