import { useState, type ReactNode } from 'react'
import { ActionDialog } from '../../state/ActionDialog'
import { fullName } from '../../academy/names'
import { errorSentence } from '../../api/error-sentence'
import { NETWORK_CODE } from '../../api/client/failure'
import { useAuth, useSession } from '../../auth/SessionProvider'
import { Button, LinkButton } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Icon } from '../../components/graphics/Icon'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { paths } from '../../paths'
import styles from './DeskMenu.module.css'
import { athletesOf } from './queue'
import { entries } from './athlete/typing'
import type { DeskContext } from './desk/use-desk'

interface DeskMenuProps {
  desk: DeskContext
  /** Everything that is not on the server. */
  unsent: number
  signInHref: string
  /** Booking a walk-in; closes the menu itself. */
  walkIn: ReactNode
  onClose: () => void
}

type Question = 'clear' | 'clearSure' | 'signOut'

/** The desk's own menu. It is part of the desk's code, so it works without a network or a session. */
export function DeskMenu({ desk, unsent, signInHref, walkIn, onClose }: DeskMenuProps) {
  const { store, state } = desk
  const { status: session } = useSession()
  const { signOut } = useAuth()
  const [question, setQuestion] = useState<Question | null>(null)
  const [leaving, setLeaving] = useState<'idle' | 'loading' | 'failed'>('idle')
  const queue = athletesOf(state.queue)
  const unfinished = queue
    .filter(({ resultFinal }) => !resultFinal)
    .map(({ bookingId, uaid }) => fullName(state.people[bookingId] ?? { firstName: uaid, lastName: '' }))
  const losing = queue.filter(
    ({ bookingId, tests }) =>
      !desk.unsent.has(bookingId) &&
      Object.values(tests).some(({ status, attempts }) => status === 'open' && attempts.length > 0),
  )
  // What only this page has.
  const unsaved = desk.unsealed ? unsent : state.persistence.pending.length
  const leave = () => {
    setQuestion(null)
    setLeaving('loading')
    signOut().catch(() => setLeaving('failed'))
  }
  return (
    <Dialog open size="sheet" title="Menu" onClose={onClose}>
      <Stack aria-label="Desk" as="nav" gap={0}>
        <a href={paths.revealDesk()} className={styles.item}>
          Reveal
        </a>
        <a href={paths.home()} className={styles.item}>
          Homepage
        </a>
        <a href={paths.myProfile()} className={styles.item}>
          My profile
        </a>
      </Stack>
      <Stack gap={2} className={styles.foot}>
        {walkIn}
        <Button variant="secondary" wide onClick={() => setQuestion('clear')}>
          Clear this tablet
        </Button>
        {leaving === 'failed' && (
          <p className={text.problem} role="alert">
            {errorSentence(NETWORK_CODE)}
          </p>
        )}
        {session === 'authenticated' ? (
          <Button
            variant="secondary"
            wide
            busy={leaving === 'loading'}
            onClick={() => (unsent > 0 ? setQuestion('signOut') : leave())}
          >
            <Icon name="logout" small />
            Sign out
          </Button>
        ) : desk.status.online ? (
          <LinkButton variant="secondary" href={signInHref}>
            Sign in
          </LinkButton>
        ) : (
          <p className={text.quiet}>Signing in and out needs a connection.</p>
        )}
      </Stack>
      {question === 'signOut' && (
        <Question
          title={`${entries(unsent)} not on the server yet`}
          yes={unsaved === 0 ? 'Sign out' : `Sign out and lose ${unsaved === 1 ? 'it' : 'them'}`}
          onYes={leave}
          onNo={() => setQuestion(null)}
        >
          {unsaved === 0
            ? 'What is unsent stays on this tablet and is sent as soon as somebody signs in here again. Nothing is lost.'
            : `${entries(unsaved)} not saved on this tablet. Signing out loses ${unsaved === 1 ? 'it' : 'them'}.`}
        </Question>
      )}
      {question === 'clear' && (
        <Question
          title="Clear this tablet?"
          yes="Clear it"
          onYes={() => setQuestion('clearSure')}
          onNo={() => setQuestion(null)}
        >
          {queue.length === 0
            ? 'Nobody is in the queue. '
            : `${queue.length === 1 ? 'One athlete leaves' : `${queue.length} athletes leave`} the queue. `}
          {unsent > 0
            ? `${entries(unsent)} not on the server yet. What is unsent stays on this tablet until it is sent.`
            : 'Everything recorded here is on the server.'}
          {unfinished.length > 0 &&
            ` Without a final: ${unfinished.join(', ')}. Carry on with them under Today until their day ends; after that, programme delivery can finish a visit whose six tests are all in.`}
        </Question>
      )}
      {question === 'clearSure' && (
        <Question
          title="Clear the queue now?"
          yes={losing.length > 0 ? 'Clear it and lose those attempts' : 'Yes, clear the queue'}
          onYes={() => {
            store.reset(desk.unsent)
            onClose()
          }}
          onNo={() => setQuestion(null)}
        >
          {losing.length > 0
            ? `Attempts in tests that are not closed are lost, of ${losing.length === 1 ? 'one athlete' : `${losing.length} athletes`}. Athletes with something unsent keep theirs.`
            : 'No open attempt is lost by it. This cannot be undone.'}
        </Question>
      )}
    </Dialog>
  )
}

interface QuestionProps {
  title: string
  yes: string
  onYes: () => void
  onNo: () => void
  children: ReactNode
}

function Question({ title, yes, onYes, onNo, children }: QuestionProps) {
  return (
    <ActionDialog
      role="alertdialog"
      title={title}
      onClose={onNo}
      yes={yes}
      no="Go back"
      variant="danger"
      large
      onYes={onYes}
    >
      <p>{children}</p>
    </ActionDialog>
  )
}
