import { londonTime } from '../../academy/london'
import { Button, LinkButton } from '../../components/Button'
import { Icon } from '../../components/graphics/Icon'
import { Cluster } from '../../components/layout/Cluster'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import type { OutboxStatus } from '../../offline/outbox'
import styles from './Connection.module.css'
import text from '../../components/text.module.css'
import { classNames } from '../../components/class-names'
import type { PersistState } from './desk/persist-queue'

interface ConnectionProps {
  status: OutboxStatus
  persistence: PersistState
  /** Everything that is not on the server: waiting, refused, or not stored yet. */
  unsent: number
  /** Nothing can be stored on this device: it only works with a network. */
  unsealed: boolean
  /** How old today's list is, in milliseconds; null without one. */
  dayAge: number | null
  signInHref: string
  onSend: () => void
  onRefused: () => void
}

/** Always in sight: the network, what is unsent and where it is, the last time the server answered. */
export function Connection(props: ConnectionProps) {
  const { status, persistence, unsent, unsealed, dayAge, signInHref, onSend, onRefused } = props
  const { online, refused, sending, lastSync, needsSignIn } = status
  return (
    <Cluster
      gap={[1, 4]}
      align="center"
      className={styles.bar}
      data-online={online}
      role="group"
      aria-label="Connection"
    >
      <Cluster
        as="span"
        gap={2}
        inline
        nowrap
        align="center"
        className={classNames(styles.state, text.title)}
      >
        <span className={styles.mark} aria-hidden="true" />
        {online ? 'Online' : 'Offline'}
      </Cluster>
      <span className={styles.unsent} data-unsent={unsent > 0}>
        {unsent === 0 ? 'All sent' : `${unsent} unsent`}
      </span>
      <span className={styles.quiet}>{placeText(unsent, persistence, unsealed, sending)}</span>
      <span className={styles.sync}>{syncText(lastSync, dayAge)}</span>
      {needsSignIn ? (
        <LinkButton href={signInHref} className={styles.action}>
          Sign in again to send
        </LinkButton>
      ) : (
        unsent > refused &&
        online &&
        !sending && (
          <Button variant="quiet" className={styles.action} onClick={onSend}>
            Send now
          </Button>
        )
      )}
      {refused > 0 && (
        <Button variant="danger" className={styles.action} onClick={onRefused}>
          <Icon name="alert" small />
          {refused === unsent ? 'Refused: decide' : `${refused} of them refused: decide`}
        </Button>
      )}
      {/* Only what matters to the team is read out, not each number. */}
      <VisuallyHidden live>
        {refused > 0
          ? 'The server refused something. It needs your decision.'
          : online
            ? unsent === 0
              ? 'Online. Everything is sent.'
              : 'Online.'
            : 'Offline. What you record stays on this tablet and is sent later.'}
      </VisuallyHidden>
    </Cluster>
  )
}

function placeText(unsent: number, { saving, trouble }: PersistState, unsealed: boolean, sending: boolean) {
  if (trouble) return 'Not saved'
  if (saving) return 'Saving…'
  if (unsealed) return 'Nothing is kept here'
  if (unsent === 0) return ''
  return sending ? 'Sending…' : 'Saved on this tablet'
}

function syncText(lastSync: number | null, dayAge: number | null): string {
  if (lastSync !== null) return `Last sent ${londonTime(lastSync)}`
  if (dayAge === null) return ''
  const minutes = Math.floor(dayAge / 60_000)
  return minutes === 0 ? 'Today’s list is fresh' : `Today’s list: ${minutes} min old`
}
