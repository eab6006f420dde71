import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '../../../academy/civil-date'
import { londonTime, londonToday } from '../../../academy/london'
import { fullName, TYPE_NAME } from '../../../academy/names'
import { points } from '../../../academy/numbers'
import { TEST_TYPES } from '../../../components/art/test-types'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Facts } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import { Dialog } from '../../../components/dialog/Dialog'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { PlaceDialog } from '../slot-picker/PlaceDialog'
import { Status } from '../Status'
import { BookingHistory, BookingResults } from './BookingRecord'
import styles from './BookingDrawer.module.css'
import { EndBookingDialog } from './EndBookingDialog'
import { FinishDialog } from './FinishDialog'
import { HealthPanel } from './HealthPanel'
import { OnboardDialog } from './OnboardDialog'
import { missingTests, RecordTestDialog, takesResults } from './RecordTestDialog'
import { RemoveScoreDialog } from './RemoveScoreDialog'
import { bookingQuery, type BookingRow } from './api'

/** How the server marks an absent value. */
const NOTHING = 'N/A'

interface BookingDrawerProps {
  id: string
  /** The row of the list that it was opened from. */
  row: BookingRow | undefined
  onClose: () => void
}

type Act = 'record' | 'finish' | 'place' | 'onboard' | 'cancelled' | 'declined' | 'dnt' | 'remove'

/** A booking with everything about it; health details are only fetched on request. */
export function BookingDrawer({ id, row, onClose }: BookingDrawerProps) {
  const whole = useQuery(bookingQuery(id))
  const [act, setAct] = useState<Act | null>(null)
  // What is done to a booking takes along the button that opened its dialog.
  const state = useFocusKept<HTMLDivElement>()
  const booking = whole.data ?? row
  const open = booking?.eventTestStatus === 'booked' || booking?.eventTestStatus === 'assistance'
  const results = whole.data?.results
  const recordable = booking !== undefined && takesResults(booking)
  const missing = whole.data && recordable ? missingTests(whole.data) : []
  const tested = results?.length === TEST_TYPES.length && results.every(({ status }) => status === 'closed')
  const finishable = recordable && tested
  // A visit with results stays on its day (RULES 4.7) and is not called off (4.8); until they are known it may have some.
  const untested = open && (booking?.onboardedAt === null || results?.length === 0)
  const begun = results !== undefined && results.length > 0
  const isOver = booking !== undefined && booking.bookingDate !== '' && booking.bookingDate <= londonToday()
  return (
    <>
      <Dialog open onClose={onClose} size="sheet" title={booking ? fullName(booking) : 'Booking'}>
        {booking && (
          <>
            <div ref={state} tabIndex={-1}>
              <Cluster as="p" gap={[2, 4]} align="center" className={classNames(text.h4, text.figures)}>
                {booking.bookingDate
                  ? dateAndTime(booking.bookingDate, booking.bookingTime)
                  : 'No place chosen yet'}
                <Status
                  status={booking.eventTestStatus}
                  arrivedAt={booking.arrivedAt}
                  onboardedAt={booking.onboardedAt}
                  scoreRemoved={booking.scoreRemoved}
                />
              </Cluster>
            </div>
            {(untested || finishable || missing.length > 0) && (
              <Cluster gap={[2, 3]}>
                {missing.length > 0 && (
                  <Button variant="secondary" onClick={() => setAct('record')}>
                    Record a test
                  </Button>
                )}
                {finishable && (
                  <Button variant="secondary" onClick={() => setAct('finish')}>
                    Finish with what was recorded
                  </Button>
                )}
                {untested && (
                  <Button variant="secondary" onClick={() => setAct('place')}>
                    {booking.eventTestStatus === 'booked' ? 'Move' : 'Choose a place'}
                  </Button>
                )}
                {booking.eventTestStatus === 'booked' && booking.onboardedAt === null && (
                  <Button variant="secondary" onClick={() => setAct('onboard')}>
                    Onboard
                  </Button>
                )}
                {untested && (
                  <Button variant="secondary" onClick={() => setAct('declined')}>
                    Decline
                  </Button>
                )}
              </Cluster>
            )}
            {open && (untested || isOver) && (
              <Cluster gap={[0, 3]} className={styles.lesser}>
                {isOver && (
                  <Button variant="quiet" onClick={() => setAct('dnt')}>
                    {begun ? 'End without a score' : 'Did not test'}
                  </Button>
                )}
                {untested && (
                  <Button variant="quiet" onClick={() => setAct('cancelled')}>
                    Cancel booking
                  </Button>
                )}
              </Cluster>
            )}
            {booking.eventTestStatus === 'completed' && (
              <Cluster gap={[0, 3]} className={styles.lesser}>
                <Button variant="quiet" onClick={() => setAct('remove')}>
                  Remove the score
                </Button>
              </Cluster>
            )}
            <Facts facts={factsOf(booking)} />
            <Cluster as="p" gap={[0, 5]} className={styles.ways}>
              <a href={paths.deliveryAdmin({ section: 'users', uaid: booking.uaid })}>Their profile</a>
              <a href={paths.deliveryAdmin({ section: 'bookings', uaid: booking.uaid })}>
                All their bookings
              </a>
              {booking.teamBookingId && (
                <a href={paths.deliveryAdmin({ section: 'teams', team: booking.teamBookingId })}>
                  Their team
                </a>
              )}
            </Cluster>
            <HealthPanel id={id} />
          </>
        )}
        <Loaded result={whole} label="Loading the booking" height={booking ? '12rem' : '28rem'}>
          {({ notes, results, history }) => (
            <>
              {notes !== NOTHING && (
                <Stack as="section" gap={3} className={styles.part}>
                  <h3>Notes</h3>
                  <p className={styles.notes}>{notes}</p>
                </Stack>
              )}
              <BookingResults results={results} />
              <BookingHistory events={history} />
            </>
          )}
        </Loaded>
      </Dialog>
      {whole.data && act === 'record' && (
        <RecordTestDialog booking={whole.data} missing={missing} onClose={() => setAct(null)} />
      )}
      {booking && act === 'finish' && <FinishDialog booking={booking} onClose={() => setAct(null)} />}
      {booking && act === 'place' && <PlaceDialog booking={booking} onClose={() => setAct(null)} />}
      {booking && act === 'onboard' && <OnboardDialog booking={booking} onClose={() => setAct(null)} />}
      {booking && act === 'remove' && <RemoveScoreDialog booking={booking} onClose={() => setAct(null)} />}
      {booking && (act === 'cancelled' || act === 'declined' || act === 'dnt') && (
        <EndBookingDialog
          booking={booking}
          as={act}
          begun={begun && act === 'dnt'}
          onClose={() => setAct(null)}
        />
      )}
    </>
  )
}

function factsOf(booking: BookingRow) {
  const { arrivedAt, onboardedAt, score, held, position } = booking
  const asksForHelp = booking.assistanceRequired || booking.eventTestStatus === 'assistance'
  const place = held ? ', held for the reveal' : position === null ? '' : `, no. ${position}`
  return [
    { term: 'Code', value: <span className={text.spaced}>{booking.eventTestCode}</span> },
    { term: 'Athlete number', value: booking.uaid },
    { term: 'Visit', value: TYPE_NAME[booking.eventTestType] },
    { term: 'T-shirt', value: booking.tShirtSize },
    ...(booking.teamName ? [{ term: 'Team', value: booking.teamName }] : []),
    { term: 'Assistance', value: asksForHelp ? 'Asked for' : 'Not asked for' },
    ...(arrivedAt ? [{ term: 'Arrived', value: londonTime(arrivedAt) }] : []),
    ...(onboardedAt ? [{ term: 'Onboarded', value: londonTime(onboardedAt) }] : []),
    ...(score === null ? [] : [{ term: 'Final', value: `${points(score)}${place}` }]),
  ]
}
