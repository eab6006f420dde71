import { useState } from 'react'
import { Button } from '../components/Button'
import { LiveRegion } from '../components/feedback/LiveRegion'
import { Notice } from '../components/feedback/Notice'
import { useFocusKept } from '../components/use-focus-kept'
import { decline } from '../install/declined'
import { paths } from '../paths'
import type { Topic } from './api'
import { obstacle, useOwnDevice } from './use-own-device'

/** What each invitation promises. */
const PROMISES: Record<Topic, string> = {
  offers: 'Shall we tell you on this device the moment a place comes free?',
  bookings: 'Shall we remind you on this device, and tell you if anything about your test changes?',
  results: 'Shall we tell you on this device when your result is ready?',
  reminders: 'Shall we remind you on this device the day before?',
  alerts: 'Shall we tell you on this device when a time opens?',
}

interface NotificationInvitationProps {
  topic: Topic
  publicKey: string
  onClose: (declined: boolean) => void
}

/** Offers notifications at the moment they help; the browser's own question comes only after a press. */
export function NotificationInvitation({ topic, publicKey, onClose }: NotificationInvitationProps) {
  const { support, busy, problem, turnOn } = useOwnDevice(publicKey, [])
  const [done, setDone] = useState(false)
  // The pressed button goes: there is an answer, or the browser blocks notifications from now on.
  const box = useFocusKept<HTMLDivElement>(undefined, true)
  const why = obstacle(support) ?? problem
  const refuse = () => {
    decline('notifications')
    onClose(true)
  }
  return (
    <div ref={box} tabIndex={-1}>
      <LiveRegion>
        {done && (
          <Notice tone="good">
            You&rsquo;ll hear from us here.{' '}
            <a href={paths.myProfile('notifications')}>Choose what and when</a>
          </Notice>
        )}
      </LiveRegion>
      {!done && (
        <Notice
          actions={
            <>
              {support === 'possible' && (
                <Button variant="secondary" busy={busy} onClick={() => void turnOn().then(setDone)}>
                  Tell me here
                </Button>
              )}
              <Button variant="quiet" onClick={refuse}>
                {support === 'possible' ? 'No, thanks' : 'Got it'}
              </Button>
            </>
          }
        >
          <p>{PROMISES[topic]}</p>
          {why && <p role="alert">{why}</p>}
        </Notice>
      )}
    </div>
  )
}
