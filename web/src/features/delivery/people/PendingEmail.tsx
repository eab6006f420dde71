import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { useAlert } from '../../../state/alert-store'
import { useNow } from '../../../state/use-now'
import { useOperation } from '../../../state/use-operation'
import styles from './PersonDrawer.module.css'
import { updatePerson } from './api'
import { PersonRefusal } from './PersonRefusal'

/** A new address that its owner has yet to confirm, and another code for it. */
export function PendingEmail({ profile, pending }: { profile: StaffProfile; pending: string }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const send = useOperation(updatePerson)
  const isExpired = (profile.emailPendingUntil ?? Infinity) <= useNow(60_000)
  const again = async () => {
    const { uaid, rev } = profile
    const outcome = await send.run({ uaid, rev, changed: { emailAddress: pending }, health: false })
    if (outcome.ok) show({ tone: 'good', message: `A new code is on its way to ${pending}.` })
    // After a refusal too: it may have been confirmed by now.
    await client.invalidateQueries({ queryKey: queryKeys.mine })
  }
  return (
    <section className={styles.part} aria-labelledby="person-email">
      <h3 id="person-email">New e-mail address</h3>
      <p className={text.note}>
        {isExpired
          ? `The code that we sent to ${pending} has expired.`
          : `We sent a code to ${pending}. They have not used it yet.`}
      </p>
      <PersonRefusal error={send.error} />
      <Cluster gap={[2, 3]}>
        <Button variant="secondary" busy={send.status === 'loading'} onClick={() => void again()}>
          Send it again
        </Button>
      </Cluster>
    </section>
  )
}
