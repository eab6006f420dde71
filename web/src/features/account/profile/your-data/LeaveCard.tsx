import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useState } from 'react'
import { useAuth } from '../../../../auth/SessionProvider'
import { Button } from '../../../../components/Button'
import { Card } from '../../../../components/layout/Card'
import { Icon } from '../../../../components/graphics/Icon'
import { useOperation } from '../../../../state/use-operation'
import form from '../../form/form.module.css'
import { DeleteDialog } from './DeleteDialog'
import { identitiesQuery } from '../queries'

/** Signing out, and deleting the account. */
export function LeaveCard() {
  const [asking, setAsking] = useState(false)
  const methods = useQuery(identitiesQuery()).data
  const { signOut } = useAuth()
  const out = useOperation(signOut)
  return (
    <Card as="section" level={3} title="Leave">
      <ErrorNotice error={out.error} />
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
      <DeleteDialog open={asking} methods={methods} onClose={() => setAsking(false)} />
    </Card>
  )
}
