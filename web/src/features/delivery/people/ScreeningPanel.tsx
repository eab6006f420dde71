import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useState } from 'react'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile, ScreeningView } from '../../../api/types'
import { shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { ClearanceDialog } from './ClearanceDialog'
import styles from './PersonDrawer.module.css'
import { SCREENING_NAME } from './words'
import { withdrawClearance } from './api'

/** The state of the health screening, and the clearance if an answer was yes. */
export function ScreeningPanel({ profile, own }: { profile: StaffProfile; own: boolean }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [recording, setRecording] = useState(false)
  const withdraw = useOperation(withdrawClearance)
  const { screening } = profile
  if (!screening) return null
  const { clearance } = screening
  const stands = clearance && screening.state === 'cleared'
  const takeBack = async () => {
    const outcome = await withdraw.run(profile.uaid)
    if (!outcome.ok) return
    show({ tone: 'good', message: 'The clearance is withdrawn.' })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
  }
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
      <ErrorNotice error={withdraw.error} />
      {!own && (
        <Cluster gap={[2, 3]}>
          {(screening.state === 'not-cleared' || stands) && (
            <Button variant="secondary" onClick={() => setRecording(true)}>
              {stands ? 'Record a new clearance' : 'Record a clearance'}
            </Button>
          )}
          {clearance && (
            <Button variant="quiet" busy={withdraw.status === 'loading'} onClick={() => void takeBack()}>
              Withdraw the clearance
            </Button>
          )}
        </Cluster>
      )}
      {recording && <ClearanceDialog profile={profile} onClose={() => setRecording(false)} />}
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
