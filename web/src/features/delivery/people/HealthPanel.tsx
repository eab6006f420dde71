import { Button } from '../../../components/Button'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { Facts } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { emergencyFacts } from '../emergency-facts'
import styles from './PersonDrawer.module.css'
import { readHealth, type Clearance, type Health } from './api'

interface HealthPanelProps {
  uaid: string
  /** The present clearance, without its basis. */
  clearance: Clearance | null
  /** The details, once requested. */
  health: Health | null
  onHealth: (health: Health) => void
}

/** The button disappears once pressed, so the focus moves to the details. */
const focus = (shown: HTMLElement | null) => shown?.focus()

/** Medical notes and emergency contact, fetched only on request, since each reading is recorded in the audit log. */
export function HealthPanel({ uaid, clearance, health, onHealth }: HealthPanelProps) {
  const read = useOperation(() => readHealth(uaid), { onSuccess: onHealth })
  return (
    <section className={styles.part} aria-labelledby="person-health">
      <h3 id="person-health">Health and emergency</h3>
      {health ? (
        <div ref={focus} tabIndex={-1} role="group" aria-labelledby="person-health" className={styles.part}>
          <Facts facts={factsOf(health, clearance)} />
          <p className={text.note}>The audit log notes that you opened this.</p>
        </div>
      ) : (
        <>
          <p className={text.note}>Medical notes and whom to call. Opening them is noted in the audit log.</p>
          <ErrorNotice error={read.error} />
          <Cluster gap={[2, 3]}>
            <Button variant="secondary" busy={read.status === 'loading'} onClick={() => void read.run()}>
              Show health details
            </Button>
          </Cluster>
        </>
      )}
    </section>
  )
}

function factsOf(health: Health, clearance: Clearance | null) {
  // Not shown if another clearance has been recorded since, or this one withdrawn.
  const read = health.screening?.clearance
  const isSame = read && read.at === clearance?.at
  return [
    ...emergencyFacts(health),
    ...(isSame ? [{ term: 'Cleared on the basis of', value: read.basis }] : []),
  ]
}
