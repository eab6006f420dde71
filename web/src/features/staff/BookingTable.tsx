import { longDate } from '../../academy/civil-date'
import { fullName, statusName, VISIT_NAME } from '../../academy/names'
import { counted } from '../../academy/numbers'
import { Table } from '../../components/table/Table'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { byDay, type StaffBooking } from './api'
import styles from './BookingTable.module.css'

export function BookingTable({ bookings }: { bookings: readonly StaffBooking[] }) {
  return byDay(bookings).map(({ date, bookings: day }) => (
    <Stack as="section" gap={3} key={date} className={styles.day} aria-labelledby={`day-${date}`}>
      <Cluster as="h2" gap={[2, 4]} align="baseline" between id={`day-${date}`} className={text.h3}>
        {date ? longDate(date) : 'No day chosen yet'}
        <span className={classNames(text.aside, text.body)}>{counted(day.length, 'athlete')}</span>
      </Cluster>
      <Table
        look="rows"
        columns={['Time', 'Athlete', 'Code', 'Visit', 'T-shirt', 'Status']}
        className={styles.table}
      >
        <tbody>
          {day.map((booking) => (
            <BookingRow key={booking.eventBookingId} booking={booking} />
          ))}
        </tbody>
      </Table>
    </Stack>
  ))
}

function BookingRow({ booking }: { booking: StaffBooking }) {
  return (
    <tr>
      <td className={classNames(text.strong, text.nowrap)}>{booking.bookingTime || 'Open'}</td>
      <th scope="row" className={text.name}>
        {fullName(booking)}
      </th>
      <td
        className={classNames(styles.code, text.strong, text.nowrap)}
        data-none={booking.eventTestCode === '' || undefined}
      >
        {booking.eventTestCode || '–'}
      </td>
      <td data-label="Visit" data-none={booking.eventTestType === '' || undefined}>
        {VISIT_NAME[booking.eventTestType]}
      </td>
      <td data-label="T-shirt" data-none={booking.tShirtSize === '' || undefined}>
        {booking.tShirtSize || '–'}
      </td>
      <td data-label="Status">
        <span className={styles.status} data-status={booking.eventTestStatus}>
          {statusName(booking.eventTestStatus)}
        </span>
        {booking.assistanceRequired && <span className={styles.help}>Asked for help</span>}
      </td>
    </tr>
  )
}
