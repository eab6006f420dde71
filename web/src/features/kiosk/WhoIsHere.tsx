import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../state/ErrorNotice'
import { useState, useSyncExternalStore } from 'react'
import { londonTime } from '../../academy/london'
import { fullName } from '../../academy/names'
import { serverNow } from '../../api/clock'
import { queryKeys } from '../../api/queries'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import { useOperation } from '../../state/use-operation'
import { byPresence, countsOf, presenceOf, type Counts, type Presence } from './presence'
import { classNames } from '../../components/class-names'
import css from './WhoIsHere.module.css'
import { noteArrival, arrivalsQuery, type Arrival, type ArrivalsDay } from './api'

const WORDS: Record<Presence, string> = {
  here: 'Here',
  late: 'Late',
  expected: 'Expected',
  testing: 'Testing',
  gone: 'Finished',
}

/** Today's athletes who have arrived: checked in at the door, or by staff. */
export function WhoIsHere() {
  const now = useSyncExternalStore(onMinute, timeNow)
  const today = useQuery(arrivalsQuery())
  const queries = useQueryClient()
  const [about, setAbout] = useState<string | null>(null)
  const note = useOperation(async (booking: Arrival, key) => {
    const { eventBookingId } = booking
    setAbout(eventBookingId)
    const { arrivedAt } = await noteArrival({ eventBookingId, arrived: !booking.arrivedAt }, key)
    queries.setQueryData<ArrivalsDay>(
      arrivalsQuery().queryKey,
      (today) => today && noted(today, booking, arrivedAt),
    )
    void queries.invalidateQueries({ queryKey: queryKeys.mine })
  })
  return (
    <Stack as="section" gap={4} aria-labelledby="who-is-here">
      <h2 id="who-is-here" className={text.h3}>
        Who is here
      </h2>
      <ErrorNotice error={note.error} />
      <Loaded result={today} label="Loading who is here" height={['6rem', '20rem']}>
        {({ bookings }) => (
          <>
            <Tally counts={countsOf(bookings, now)} />
            {bookings.length === 0 ? (
              <EmptyState title="Nobody is booked today">
                A booking for today appears here by itself.
              </EmptyState>
            ) : (
              <ul className={css.list}>
                {byPresence(bookings, now).map((booking) => (
                  <Row
                    key={booking.eventBookingId}
                    booking={booking}
                    presence={presenceOf(booking, now)}
                    busy={note.status === 'loading' && about === booking.eventBookingId}
                    onNote={() => void note.run(booking)}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Tally({ counts }: { counts: Counts }) {
  const all: readonly Presence[] = ['here', 'late', 'expected', 'testing', 'gone']
  return (
    <Cluster as="dl" gap={2}>
      {all.map((presence) => (
        <Stack gap={1} key={presence} className={css.count} data-presence={presence}>
          <dt>{WORDS[presence]}</dt>
          <dd>{counts[presence]}</dd>
        </Stack>
      ))}
    </Cluster>
  )
}

interface RowProps {
  booking: Arrival
  presence: Presence
  busy: boolean
  onNote: () => void
}

function Row({ booking, presence, busy, onNote }: RowProps) {
  const name = fullName(booking)
  const arrived = booking.arrivedAt ? londonTime(booking.arrivedAt) : null
  return (
    <Stack as="li" gap={[1, 3]} align="center" className={css.row} data-presence={presence}>
      <span className={classNames(css.time, text.figuresStrong)}>{booking.bookingTime || 'Open'}</span>
      <Cluster as="span" gap={[0, 3]} align="baseline" className={css.who}>
        <span className={text.name}>{name}</span>
        <Cluster as="span" gap={[0, 3]} inline className={text.quiet}>
          <span className={text.spaced}>{booking.eventTestCode}</span>
          {booking.assistanceRequired && <span className={text.signal}>Asked for help</span>}
        </Cluster>
      </Cluster>
      <span className={css.state}>
        {WORDS[presence]}
        {arrived && (
          <span className={text.regular}>
            {presence === 'here' ? ` since ${arrived}` : `, arrived ${arrived}`}
          </span>
        )}
      </span>
      {presence !== 'testing' && presence !== 'gone' && (
        <Button
          variant={booking.arrivedAt ? 'quiet' : 'secondary'}
          busy={busy}
          className={css.note}
          aria-label={booking.arrivedAt ? `Not here: ${name}` : `Here: ${name}`}
          onClick={onNote}
        >
          {booking.arrivedAt ? 'Not here' : 'Here'}
        </Button>
      )}
    </Stack>
  )
}

const noted = (
  today: ArrivalsDay,
  { eventBookingId }: Arrival,
  arrivedAt: Arrival['arrivedAt'],
): ArrivalsDay => ({
  ...today,
  bookings: today.bookings.map((booking) =>
    booking.eventBookingId === eventBookingId ? { ...booking, arrivedAt } : booking,
  ),
})

const timeNow = () => londonTime(serverNow())

function onMinute(changed: () => void): () => void {
  const timer = window.setInterval(changed, 5_000)
  return () => window.clearInterval(timer)
}
