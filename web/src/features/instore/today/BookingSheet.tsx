import { useState } from 'react'
import { fullName, VISIT_NAME } from '../../../academy/names'
import { api } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import { Button } from '../../../components/Button'
import { Facts, type Fact } from '../../../components/layout/Card'
import { Dialog } from '../../../components/dialog/Dialog'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useDay, type Day, type DayBooking } from '../../../offline/day'
import { useOperation } from '../../../state/use-operation'
import { DeclineDialog } from './DeclineDialog'
import { canUndo } from '../desk/departures'
import { hasResults } from '../desk/known-tests'
import { DECIDE_FIRST, isUndecided } from '../refused/refusals'
import { isElsewhere, type DayStatus } from './day-status'
import { canStillFinish, carryOn, personOf, onboardListed } from '../onboarding/onboard'
import type { DeskContext } from '../desk/use-desk'
import { useNow } from '../../../state/use-now'

interface BookingSheetProps {
  desk: DeskContext
  booking: DayBooking
  day: Day
  dayStatus: DayStatus
  device: string | null
  /** Called when the athlete has come on screen. */
  onShow: () => void
  onClose: () => void
}

/** One of today's bookings: its status, and what can be done about it here. */
export function BookingSheet({ desk, booking, day, dayStatus, device, onShow, onClose }: BookingSheetProps) {
  const { store, state, status } = desk
  const { renew } = useDay()
  const [declining, setDeclining] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { eventBookingId: id } = booking
  const name = fullName(booking)
  const left = state.left[id]
  const { place } = dayStatus
  const now = useNow(10_000, Date.now)
  const arrive = useOperation(async (arrived: boolean, idempotencyKey) => {
    await api.post('event/admin/arrival', { eventBookingId: id, arrived }, { idempotencyKey })
    await renew()
  })
  const show = () => {
    onClose()
    onShow()
  }
  const onboard = () => {
    const outcome = onboardListed(store, booking, day, device)
    if (outcome.is === 'refused' && !store.athlete(id)) return setProblem(outcome.why)
    show()
  }
  const stillFinishes = place === 'missed' && canStillFinish(booking, left)
  const comes = place === 'expected' || place === 'arrived'
  const isOpen = comes || place === 'help' || place === 'elsewhere' || (place === 'here' && !left)
  const declinable = isOpen && !hasResults(store.athlete(id), booking.results)
  const facts: Fact[] = [
    { term: 'Now', value: dayStatus.unsent ? `${dayStatus.word}, not on the server yet` : dayStatus.word },
    { term: 'Code', value: booking.eventTestCode },
    { term: 'Booked for', value: booking.bookingTime || 'No time' },
    { term: 'Visit', value: VISIT_NAME[booking.eventTestType] },
    { term: 'T-shirt', value: booking.tShirtSize ?? 'N/A' },
  ]
  if (declining)
    return (
      <DeclineDialog
        name={name}
        onClose={() => setDeclining(false)}
        onDecline={(reason) => {
          store.decline(store.person(id) ?? personOf(booking, day), reason)
          onClose()
        }}
      />
    )
  return (
    <Dialog open title={name} onClose={onClose}>
      <Facts facts={facts} />
      {place === 'help' && (
        <p>
          They asked for help, and programme delivery has not confirmed the booking yet. Give the team a call.
        </p>
      )}
      {place === 'elsewhere' && (
        <p>
          {isElsewhere(booking, device)
            ? 'They are on another tablet. Carry on here with what has been sent so far, and close each test on one tablet only.'
            : 'They have been onboarded. Carry on here with what has been sent so far.'}
        </p>
      )}
      {stillFinishes && (
        <p>
          Their visit ended as “Did not test”. If that is wrong, carry on here: a final with six tests still
          counts.
        </p>
      )}
      {(problem ?? arrive.error) !== null && (
        <p className={text.problem} role="alert">
          {problem ?? errorSentence(arrive.error)}
        </p>
      )}
      <Stack gap={2}>
        {comes && (
          <Button size="large" wide onClick={onboard}>
            Onboard
          </Button>
        )}
        {(place === 'here' || (place === 'finished' && (left ?? store.athlete(id)))) && (
          <Button
            size="large"
            wide
            onClick={() => {
              if (left) store.recall(id)
              else store.show(id)
              show()
            }}
          >
            Open their sheet
          </Button>
        )}
        {(place === 'elsewhere' || stillFinishes) && (
          <Button
            size="large"
            wide
            onClick={() => {
              const why = carryOn(store, booking, day)
              if (why !== null) return setProblem(why)
              show()
            }}
          >
            Carry on here
          </Button>
        )}
        {left && place === 'declined' && canUndo(left, now) && (
          <Button
            size="large"
            wide
            onClick={() => {
              if (isUndecided(status.entries, { kind: 'decline', bookingId: id }))
                return setProblem(DECIDE_FIRST)
              store.undoDecline(id)
              onClose()
            }}
          >
            Undo the decline
          </Button>
        )}
        {comes && (
          <Button
            variant="secondary"
            busy={arrive.status === 'loading'}
            aria-disabled={!status.online || undefined}
            onClick={() =>
              status.online
                ? void arrive.run(place !== 'arrived')
                : setProblem('Checking in needs a connection. Onboarding works without one.')
            }
          >
            {place === 'arrived' ? 'Not here after all' : 'Check in'}
          </Button>
        )}
        {declinable && (
          <Button variant="secondary" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}
