import { type ReactNode } from 'react'
import { ErrorNotice } from '../../state/ErrorNotice'
import { useQueryClient } from '@tanstack/react-query'
import { dayMonth } from '../../academy/civil-date'
import { londonDateTime } from '../../academy/london'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import styles from './StuckLetters.module.css'
import { dayNumbersQuery, resendLetters, type StuckLetter, type StuckLetters as Stuck } from './api'

const KINDS: Readonly<Record<string, string>> = {
  'account-invitation': 'Invitation',
  'assistance-confirmed': 'Ticket',
  'assistance-missed': 'Assistance not confirmed',
  'assistance-moved': 'New time',
  'assistance-requested': 'Assistance asked for',
  'booking-cancelled': 'Cancellation',
  'booking-confirmed': 'Ticket',
  'booking-declined': 'Declined test',
  'booking-missed': 'Missed test',
  'booking-moved': 'New time',
  'booking-reminder': 'Reminder',
  'card-taken-down': 'Card taken down',
  'coach-booking': 'Booking by a coach',
  'coming-of-age': '18th birthday',
  'email-change': 'Code for a new address',
  'email-changed': 'Change of address',
  'email-confirmation': 'Code at sign-up',
  'final-corrected': 'Corrected final',
  'final-revealed': 'Revealed final',
  'final-score': 'Final',
  'guardian-agreed': 'Guardian’s confirmation',
  'guardian-request': 'Guardian’s link',
  'passkey-added': 'New passkey',
  'passkey-removed': 'Removed passkey',
  'passkeys-ended': 'Removed passkeys',
  'password-link': 'Password link',
  'score-removed': 'Removed score',
  'second-factor-code': 'Code for two-step sign-in',
  'second-factor-off': 'Two-step sign-in turned off',
  'second-factor-on': 'Two-step sign-in turned on',
  'second-factor-reset': 'Two-step sign-in reset',
  'sign-in-link': 'Sign-in link',
  'team-cancelled': 'Cancelled team',
  'team-changed': 'Changed team',
  'team-moved': 'Moved team',
  'time-opened': 'Alert',
  'waitlist-closed': 'Closed waiting list',
  'waitlist-lapsed': 'Waiting list',
  'waitlist-offer': 'Waiting list offer',
}

const at = (iso: string) => londonDateTime(iso, dayMonth)

/** E-mails that could not be sent, with the relay's reason. Renders nothing if there are none. */
export function StuckLetters({ stuck: { count, letters } }: { stuck: Stuck }) {
  const queries = useQueryClient()
  const show = useAlert((state) => state.show)
  const again = useOperation(resendLetters, {
    onSuccess: ({ due }) => {
      show({
        tone: 'good',
        message: due === 1 ? 'One e-mail is being sent.' : `${due} e-mails are being sent.`,
      })
      void queries.invalidateQueries({ queryKey: dayNumbersQuery().queryKey })
    },
  })
  if (count === 0) return null
  const busy = again.status === 'loading'
  return (
    <Stack as="section" gap={4} className={styles.stuck} aria-labelledby="stuck-letters">
      <Cluster gap={[3, 5]} align="center" between>
        <h3 id="stuck-letters" className={text.h4}>
          {count === 1 ? 'One e-mail hasn’t gone out' : `${count} e-mails haven’t gone out`}
        </h3>
        <Button variant="secondary" busy={busy} onClick={() => void again.run({})}>
          {count === 1 ? 'Send again' : 'Send all again'}
        </Button>
      </Cluster>
      <ErrorNotice error={again.error} />
      <Stack as="ul" gap={0}>
        {letters.map((letter) => (
          <Letter key={letter.mailId} letter={letter}>
            {count > 1 && (
              <Button
                variant="quiet"
                busy={busy}
                aria-label={`Send again to ${letter.to}`}
                onClick={() => void again.run({ mailId: letter.mailId })}
              >
                Send again
              </Button>
            )}
          </Letter>
        ))}
      </Stack>
      {count > letters.length && <p className={text.quiet}>And {count - letters.length} older ones.</p>}
    </Stack>
  )
}

function Letter({ letter, children }: { letter: StuckLetter; children: ReactNode }) {
  const { kind, to, reason, writtenAt, nextAt } = letter
  return (
    <Cluster as="li" gap={[3, 5]} align="center" between className={styles.letter}>
      <div className={styles.words}>
        <p>
          <strong>{KINDS[kind] ?? kind}</strong> to <span className={text.anywhere}>{to}</span>
        </p>
        <p className={text.quiet}>
          Written {at(writtenAt)}. {nextAt === null ? 'Given up.' : `Next try ${at(nextAt)}.`}
        </p>
        {reason !== '' && <p className={styles.reason}>{reason}</p>}
      </div>
      {children}
    </Cluster>
  )
}
