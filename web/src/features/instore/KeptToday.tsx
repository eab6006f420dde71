import type { Day } from '../../offline/day/day'
import styles from './KeptToday.module.css'

interface KeptTodayProps {
  day: Day
  /** Whether a booking is on this tablet's queue. */
  isHere: (bookingId: string) => boolean
}

const STATUS: Record<string, string> = {
  assistance: 'Needs a word',
  completed: 'Finished',
  dnt: 'Did not test',
  declined: 'Declined',
}

/** Today's list as this tablet keeps it, for a time without a network. */
export function KeptToday({ day, isHere }: KeptTodayProps) {
  const bookings = [...day.bookings].sort((one, other) => one.bookingTime.localeCompare(other.bookingTime))
  return (
    <section aria-labelledby="kept-today">
      <h2 id="kept-today" className={styles.title}>
        Today, as this tablet has it
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Athlete</th>
            <th scope="col">Code</th>
            <th scope="col">T-shirt</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.eventBookingId}>
              <td className={styles.time}>{booking.bookingTime || 'Open'}</td>
              <th scope="row">
                {booking.firstName} {booking.lastName}
              </th>
              <td className={styles.code}>{booking.eventTestCode}</td>
              <td>{booking.tShirtSize ?? 'N/A'}</td>
              <td>
                {isHere(booking.eventBookingId)
                  ? 'On this tablet'
                  : (STATUS[booking.eventTestStatus ?? ''] ?? (booking.onboarded ? 'Onboarded' : 'Booked'))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
