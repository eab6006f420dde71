import { useState } from 'react'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
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
  // Decisions survive a refetch of the list, as far as they still fit.
  const decisions = stillFitting(bookings, chosen)
  const open = bookings.filter(({ eventBookingId }) => !decisions[eventBookingId])
  const movable = open.some((booking) => stillFree(booking, decisions).length > 0)
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
        Nothing is saved until {bookings.length === 1 ? 'it' : 'each of them'} has an answer. Whoever is moved
        or cancelled gets an e-mail with their new calendar entry.
      </p>
      {bookings.length > 1 && open.length > 0 && (
        <Cluster gap={[2, 3]} align="center">
          <p className={classNames(styles.count, text.problem)} role="status">
            {open.length === 1 ? '1 is left to decide' : `${open.length} are left to decide`}
          </p>
          {movable && (
            <Button variant="secondary" onClick={() => setChosen(moveTheRest(bookings, decisions))}>
              Move {open.length === bookings.length ? 'all' : 'the rest'} to the nearest place
            </Button>
          )}
          <Button variant="secondary" onClick={() => setChosen(cancelTheRest(bookings, decisions))}>
            Cancel {open.length === bookings.length ? 'all' : 'the rest'}
          </Button>
        </Cluster>
      )}
      <ErrorNotice error={error} />
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
