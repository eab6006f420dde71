import { fullName, VISIT_NAME } from '../../../academy/names'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import type { DayBooking } from '../../../offline/day'
import styles from './BookingRow.module.css'
import { Stack } from '../../../components/layout/Stack'
import type { DayStatus } from './day-status'

interface BookingRowsProps {
  as: 'ol' | 'ul'
  bookings: readonly DayBooking[]
  statusOf: (booking: DayBooking) => DayStatus
  onOpen: (bookingId: string) => void
}

/** Bookings of today, each of which opens. */
export function BookingRows({ as, bookings, statusOf, onOpen }: BookingRowsProps) {
  return (
    <Stack as={as} gap={1}>
      {bookings.map((booking) => (
        <li key={booking.eventBookingId}>
          <BookingRow
            booking={booking}
            dayStatus={statusOf(booking)}
            onOpen={() => onOpen(booking.eventBookingId)}
          />
        </li>
      ))}
    </Stack>
  )
}

/** One of today's bookings: time, athlete, and status. */
function BookingRow({
  booking,
  dayStatus: { place, word, unsent },
  onOpen,
}: {
  booking: DayBooking
  dayStatus: DayStatus
  onOpen: () => void
}) {
  return (
    <button
      type="button"
      className={styles.row}
      data-booking={booking.eventBookingId}
      data-place={place}
      onClick={onOpen}
    >
      <span className={text.figuresHeavy}>{booking.bookingTime || 'No time'}</span>
      <Stack as="span" gap={0} shrink>
        <span className={classNames(text.heavy, text.anywhere, text.snug)}>{fullName(booking)}</span>
        <Cluster as="span" gap={[0, 3]} className={text.note}>
          <span className={classNames(text.figures, text.code)}>{booking.eventTestCode}</span>
          <span>{VISIT_NAME[booking.eventTestType]}</span>
          {booking.tShirtSize && <span>T-shirt {booking.tShirtSize}</span>}
        </Cluster>
      </Stack>
      <Cluster as="span" gap={[1, 2]} align="center" className={styles.state}>
        {word}
        {unsent && <span className={styles.unsent}>Unsent</span>}
      </Cluster>
    </button>
  )
}
