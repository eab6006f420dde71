import { useState } from 'react'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState } from '../../../components/feedback/States'
import text from '../../../components/text.module.css'
import type { DayBooking } from '../../../offline/day'
import { useDay } from '../../../offline/day'
import { BookingRows } from '../today/BookingRow'
import { BookingSheet } from '../today/BookingSheet'
import { dayStatusOf } from '../today/day-status'
import { useDevice, type DeskContext } from '../desk/use-desk'
import styles from './WhoIsNext.module.css'

/** For more there is today's list, one press away. */
const MOST = 4

/** While no athlete is on screen: those waiting in the hall, else those booked next; a press onboards them. */
export function WhoIsNext({ desk }: { desk: DeskContext }) {
  const { day } = useDay()
  const device = useDevice(desk.box)
  const [chosen, setChosen] = useState<string | null>(null)
  const dayStatus = (booking: DayBooking) => dayStatusOf(desk, device, booking)
  const at = (place: 'arrived' | 'expected') =>
    (day?.bookings ?? [])
      .filter((booking) => dayStatus(booking).place === place)
      .sort((one, other) => one.bookingTime.localeCompare(other.bookingTime))
  const here = at('arrived')
  const list = (here.length > 0 ? here : at('expected')).slice(0, MOST)
  const open = day?.bookings.find(({ eventBookingId }) => eventBookingId === chosen)
  return (
    <Stack gap={5} className={styles.next}>
      <EmptyState title="Who is first?">
        Type the code on the ticket, or scan it. Six tests, one score: let’s go.
      </EmptyState>
      {list.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="who-is-next">
          <h2 id="who-is-next" className={text.h4}>
            {here.length > 0 ? 'Waiting in the hall' : 'Next on the list'}
          </h2>
          <BookingRows as="ul" bookings={list} statusOf={dayStatus} onOpen={setChosen} />
        </Stack>
      )}
      {open && day && (
        <BookingSheet
          desk={desk}
          booking={open}
          day={day}
          dayStatus={dayStatus(open)}
          device={device}
          onShow={() => setChosen(null)}
          onClose={() => setChosen(null)}
        />
      )}
    </Stack>
  )
}
