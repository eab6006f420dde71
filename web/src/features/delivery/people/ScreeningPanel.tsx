import { useState } from 'react'
import type { StaffProfile, ScreeningView } from '../../../api/types'
import { shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import type { Clearance } from './api'
import { ClearanceDialog } from './ClearanceDialog'
import styles from './PersonDrawer.module.css'
import { SCREENING_NAME } from './words'
import { WithdrawClearanceDialog } from './WithdrawClearanceDialog'

/** The state of the health screening, and the clearance if an answer was yes. */
export function ScreeningPanel({ profile, own }: { profile: StaffProfile; own: boolean }) {
  const [recording, setRecording] = useState(false)
  const [withdrawing, setWithdrawing] = useState<Clearance | null>(null)
  const { screening } = profile
  if (!screening) return null
  const { clearance } = screening
  const stands = clearance && screening.state === 'cleared'
  return (
    <section className={styles.part} aria-labelledby="person-screening">
      <h3 id="person-screening">Health screening</h3>
      <p className={styles.screening} data-state={screening.state}>
        <strong>{SCREENING_NAME[screening.state]}</strong> {whyOf(screening)}
      </p>
      {clearance && (
        <p className={text.note}>
          Cleared{clearance.byName && ` by ${clearance.byName}`}
          {clearance.expires && `, until ${shortDate(clearance.expires)}`}.
        </p>
      )}
      {!own && (
        <Cluster gap={[2, 3]}>
          {(screening.state === 'not-cleared' || stands) && (
            <Button variant="secondary" onClick={() => setRecording(true)}>
              {stands ? 'Record a new clearance' : 'Record a clearance'}
            </Button>
          )}
          {clearance && (
            <Button variant="quiet" onClick={() => setWithdrawing(clearance)}>
              Withdraw the clearance
            </Button>
          )}
        </Cluster>
      )}
      {recording && <ClearanceDialog profile={profile} onClose={() => setRecording(false)} />}
      {withdrawing && (
        <WithdrawClearanceDialog
          profile={profile}
          clearance={withdrawing}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </section>
  )
}

function whyOf({ state, answeredAt, expiresAt }: ScreeningView): string {
  if (answeredAt === null) return 'They have not answered the health questions, or their answers are erased.'
  const until = expiresAt ? ` They are asked again on ${shortDate(expiresAt)}.` : ''
  if (state === 'expired') return `Answered on ${shortDate(answeredAt)}, and due again.`
  if (state === 'not-cleared')
    return `One of the answers of ${shortDate(answeredAt)} was a yes. Talk to them before they test.`
  return `Answered on ${shortDate(answeredAt)}.${until}`
}
