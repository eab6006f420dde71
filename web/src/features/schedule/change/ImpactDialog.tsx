import { useRef, useState } from 'react'
import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { focusAfter } from '../../../components/focus-after'
import { Cluster } from '../../../components/layout/Cluster'
import { Dialog } from '../../../components/dialog/Dialog'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import {
  cancelTheRest,
  decisionOf,
  groupsOf,
  moveTheRest,
  stillFitting,
  stillFree,
  type Decisions,
} from './decisions'
import { classNames } from '../../../components/class-names'
import styles from './Impact.module.css'
import { ImpactRow } from './ImpactRow'
import type { RefusedDecision } from './refused-decision'
import { failureSentence } from './refused-plan'
import type { Decision, HitBooking } from '../api'

interface ImpactDialogProps {
  /** What is about to be done, as a heading. */
  intent: string
  bookings: readonly HitBooking[]
  /** The decision that the last try could not carry out. */
  refused: RefusedDecision | null
  busy: boolean
  /** Why the last try did not go through. */
  error: Error | null
  onClose: () => void
  onSave: (decisions: readonly Decision[]) => void
}

const people = (count: number) => counted(count, 'person', 'people')

/** Before a change is saved: the bookings that it affects, with a decision about each. */
export function ImpactDialog({ intent, bookings, refused, busy, error, onClose, onSave }: ImpactDialogProps) {
  const [chosen, setChosen] = useState<Decisions>({})
  const [known, setKnown] = useState(refused)
  // A refused decision is made again, even if the place is still free.
  if (refused !== known) {
    setKnown(refused)
    if (refused) {
      const { [refused.eventBookingId]: _, ...others } = chosen
      setChosen(others)
    }
  }
  // Decisions survive a refetch of the list, as far as they still fit.
  const decisions = stillFitting(bookings, chosen)
  const open = bookings.filter(({ eventBookingId }) => !decisions[eventBookingId])
  const movable = open.some((booking) => stillFree(booking, decisions).length > 0)
  const save = useRef<HTMLButtonElement>(null)
  // The buttons for the rest go away once nothing is left for them.
  const decideRest = (rest: Decisions) => {
    focusAfter(
      () => setChosen(rest),
      () =>
        save.current?.closest('dialog')?.querySelector<HTMLElement>('li:not([data-decided]) select') ??
        save.current,
    )
  }
  const letters = Object.values(decisions).filter(({ act }) => act !== 'keep').length
  return (
    <Dialog
      open
      role="alertdialog"
      size="wide"
      onClose={busy ? undefined : onClose}
      title={`${intent}: ${bookings.length === 1 ? '1 booking is' : `${bookings.length} bookings are`} affected`}
      actions={
        <>
          <Button
            ref={save}
            busy={busy}
            disabled={open.length > 0}
            onClick={() => onSave(bookings.flatMap(({ eventBookingId }) => decisions[eventBookingId] ?? []))}
          >
            {letters === 0 ? 'Save' : `Save and write to ${people(letters)}`}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Leave everything as it is
          </Button>
        </>
      }
    >
      <p>
        Nothing is saved until {bookings.length === 1 ? 'it' : 'each of them'} has an answer. Everybody who is
        moved or cancelled gets an e-mail, and their calendar follows.
      </p>
      {bookings.length > 1 && (
        <Cluster gap={[2, 3]} align="center">
          <p className={classNames(styles.count, open.length > 0 && text.problem)} role="status">
            {open.length === 0 ? 'All are decided' : `${open.length} left to decide`}
          </p>
          {movable && (
            <Button variant="secondary" onClick={() => decideRest(moveTheRest(bookings, decisions))}>
              Move {open.length === bookings.length ? 'all' : 'the rest'} to the nearest place
            </Button>
          )}
          {open.length > 0 && (
            <Button variant="secondary" onClick={() => decideRest(cancelTheRest(bookings, decisions))}>
              Cancel {open.length === bookings.length ? 'all' : 'the rest'}
            </Button>
          )}
        </Cluster>
      )}
      {error && (
        <Notice tone="problem" role="alert">
          {failureSentence(error)}
        </Notice>
      )}
      {groupsOf(bookings).map(({ team, bookings: members }) => (
        <Stack key={team || 'alone'} as="section" gap={2}>
          {team && <h3 className={text.h4}>{team}</h3>}
          <ul className={styles.rows}>
            {members.map((booking) => (
              <ImpactRow
                key={booking.eventBookingId}
                booking={booking}
                decision={decisions[booking.eventBookingId]}
                free={stillFree(booking, decisions)}
                problem={
                  refused?.eventBookingId === booking.eventBookingId && !decisions[booking.eventBookingId]
                    ? refused.sentence
                    : undefined
                }
                onChoose={(choice) => {
                  const { [booking.eventBookingId]: _, ...others } = decisions
                  const decision = decisionOf(booking.eventBookingId, choice)
                  setChosen(decision ? { ...others, [booking.eventBookingId]: decision } : others)
                }}
              />
            ))}
          </ul>
        </Stack>
      ))}
    </Dialog>
  )
}
