import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Facts } from '../../../components/layout/Card'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { Loaded } from '../../../state/Loaded'
import { emergencyFacts } from '../emergency-facts'
import styles from './BookingDrawer.module.css'
import { bookingHealthQuery } from './api'

/** The button disappears once pressed, so the focus moves to the details. */
const focus = (shown: HTMLElement | null) => shown?.focus()

/** Medical notes and emergency contact, fetched only on request, since each reading is recorded in the audit log. */
export function HealthPanel({ id }: { id: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Stack as="section" gap={3} start className={styles.health} aria-labelledby="health-title">
      <h3 id="health-title">Health and emergency</h3>
      {shown ? (
        <div ref={focus} tabIndex={-1} role="group" aria-labelledby="health-title">
          <Shown id={id} />
        </div>
      ) : (
        <>
          <p className={text.note}>Medical notes and whom to call. Opening them is noted in the audit log.</p>
          <Button variant="secondary" onClick={() => setShown(true)}>
            <Icon name="eye" small />
            Show them
          </Button>
        </>
      )}
    </Stack>
  )
}

function Shown({ id }: { id: string }) {
  const health = useQuery(bookingHealthQuery(id))
  return (
    <Loaded result={health} label="Opening the health details" height="10rem">
      {(health) => (
        <Facts
          facts={[...emergencyFacts(health), { term: 'Help asked for', value: health.assistanceType }]}
        />
      )}
    </Loaded>
  )
}
