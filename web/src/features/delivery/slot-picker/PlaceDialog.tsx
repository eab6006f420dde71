import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { refreshBookings } from '../refresh-bookings'
import { addDays, dateAndTime } from '../../../academy/civil-date'
import { Notice } from '../../../components/feedback/Notice'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { notPlacedText } from '../book-person/words'
import { placeBooking, type BookingRow } from '../bookings/api'
import { PlacePicker, type PlaceChoice } from './PlacePicker'

/** Chooses another place for an open booking, or the place of an assistance booking. */
export function PlaceDialog({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const held = booking.bookingDate ? { date: booking.bookingDate, time: booking.bookingTime } : null
  const [choice, setChoice] = useState<PlaceChoice>({
    date: held?.date ?? addDays(londonToday(), 1),
    time: held?.time ?? null,
    bypass: false,
  })
  const place = useOperation(
    (to: { booking: BookingRow; date: string; time: string; bypass: boolean }, key) =>
      placeBooking(to.booking, { date: to.date, time: to.time }, to.bypass, key),
    // After a refusal too: the booking behind the dialog may have changed meanwhile.
    { onSettled: () => refreshBookings(client) },
  )
  const moves = booking.eventTestStatus === 'booked'
  const { date, time } = choice
  const same = moves && held?.date === date && held.time === time
  const name = fullName(booking)
  const confirm = async () => {
    if (!time) return
    const outcome = await place.run({ booking, date, time, bypass: choice.bypass })
    if (!outcome.ok) return
    show({ tone: 'good', message: `${name}: ${dateAndTime(date, time)}. An e-mail is on its way.` })
    onClose()
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={moves ? `Move ${name}` : `Choose a place for ${name}`}
      yes={time === null ? 'Pick a time' : `${moves ? 'Move to' : 'Book'} ${dateAndTime(date, time)}`}
      no={moves ? 'Leave it as it is' : 'Not now'}
      busy={place.status === 'loading'}
      disabled={time === null || same}
      onYes={() => void confirm()}
    >
      <PlacePicker
        kind={booking.eventTestType}
        value={choice}
        held={held}
        onChange={(next) => {
          setChoice(next)
          place.reset()
        }}
      />
      {place.error && (
        <Notice tone="problem" role="alert">
          {notPlacedText(place.error, booking.firstName)}
        </Notice>
      )}
    </ActionDialog>
  )
}
