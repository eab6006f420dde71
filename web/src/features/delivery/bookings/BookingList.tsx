import { shortDate } from '../../../academy/civil-date'
import { fullName, TYPE_NAME } from '../../../academy/names'
import { points } from '../../../academy/numbers'
import { Table } from '../../../components/table/Table'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Status } from '../Status'
import styles from './BookingList.module.css'
import type { BookingRow } from './api'

interface BookingListProps {
  bookings: readonly BookingRow[]
  /** The page's query, without the open booking. */
  query: Readonly<Record<string, string | undefined>>
  onOpen: (booking: BookingRow) => void
}

/** Bookings day by day; a name opens its booking. */
export function BookingList({ bookings, query, onOpen }: BookingListProps) {
  return (
    <Table
      look="rows"
      caption="Bookings, by day and time"
      columns={[
        'Time',
        'Athlete',
        'Code',
        'Visit',
        'T-shirt',
        'Status',
        { label: 'Final', className: styles.number },
      ]}
      className={styles.table}
    >
      {byDay(bookings).map(({ date, rows }) => (
        <tbody key={date}>
          <tr className={styles.day}>
            <th scope="rowgroup" colSpan={7}>
              {date ? shortDate(date) : 'No day chosen yet'}
            </th>
          </tr>
          {rows.map((booking) => (
            <Row key={booking.eventBookingId} booking={booking} query={query} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

function Row({
  booking,
  query,
  onOpen,
}: Pick<BookingListProps, 'query' | 'onOpen'> & { booking: BookingRow }) {
  return (
    <tr>
      <td className={classNames(text.strong, text.nowrap)}>{booking.bookingTime || 'Open'}</td>
      <th scope="row" className={styles.who}>
        <a
          className={styles.open}
          href={paths.deliveryAdmin({ ...query, section: 'bookings', booking: booking.eventBookingId })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            onOpen(booking)
          }}
        >
          <span className={classNames(styles.name, text.name)}>{fullName(booking)}</span>
          <span className={styles.quiet}>
            No. {booking.uaid}
            {booking.teamName && ` · ${booking.teamName}`}
          </span>
        </a>
      </th>
      <td className={classNames(styles.code, text.strong, text.nowrap)}>{booking.eventTestCode}</td>
      <td data-label="Visit">{TYPE_NAME[booking.eventTestType]}</td>
      <td data-label="T-shirt">{booking.tShirtSize}</td>
      <td className={styles.state}>
        <Status
          status={booking.eventTestStatus}
          arrivedAt={booking.arrivedAt}
          onboardedAt={booking.onboardedAt}
          scoreRemoved={booking.scoreRemoved}
        />
        {booking.assistanceRequired && booking.eventTestStatus !== 'assistance' && (
          <span className={styles.quiet}>Asked for help</span>
        )}
        {booking.held && <span className={styles.quiet}>Held for the reveal</span>}
      </td>
      <td className={styles.number} data-label="Final" data-none={booking.score === null || undefined}>
        {points(booking.score)}
        {booking.score !== null && booking.position !== null && (
          <span className={styles.quiet}> no. {booking.position}</span>
        )}
      </td>
    </tr>
  )
}

function byDay(bookings: readonly BookingRow[]): { date: string; rows: BookingRow[] }[] {
  const days: { date: string; rows: BookingRow[] }[] = []
  for (const booking of bookings) {
    const last = days.at(-1)
    if (last?.date === booking.bookingDate) last.rows.push(booking)
    else days.push({ date: booking.bookingDate, rows: [booking] })
  }
  return days
}
