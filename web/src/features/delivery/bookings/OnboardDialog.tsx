import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dateAndTime, shortDate } from '../../../academy/civil-date'
import { LATE_DAYS } from '../../../academy/late-results'
import { londonToday } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { queryKeys } from '../../../api/queries'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/SelectField'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { notPlacedText } from '../book-person/words'
import { onboardByCode, type BookingRow } from './api'

/** Onboards a booking by its code, also one of another day, which the desk would refuse. */
export function OnboardDialog({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [today] = useState(londonToday)
  const [day, setDay] = useState(today)
  const other = booking.bookingDate !== today
  const onboard = useOperation((testedOn: string | null, key) =>
    onboardByCode(booking.eventTestCode, testedOn, key),
  )
  const name = fullName(booking)
  const confirm = async () => {
    const outcome = await onboard.run(other ? day : null)
    if (!outcome.ok) return
    show({ tone: 'good', message: `${name} is onboarded. The desk records their tests with the code.` })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  return (
    <ActionDialog
      title={`Onboard ${name}?`}
      onClose={onClose}
      yes="Onboard"
      no="Not now"
      busy={onboard.status === 'loading'}
      onYes={() => void confirm()}
    >
      {other ? (
        <>
          <p>
            This booking is for <strong>{dateAndTime(booking.bookingDate, booking.bookingTime)}</strong>. The
            desk refuses a code of another day. If you onboard it here, it moves to the day of the test, and
            the place that it had becomes free.
          </p>
          <SelectField
            label="Day of the test"
            hint="An earlier day where a desk could not send what it recorded then."
            name="onboard-day"
            options={daysUntil(today)}
            value={day}
            onChange={(event) => {
              setDay(event.currentTarget.value)
              onboard.reset()
            }}
          />
        </>
      ) : (
        <p>
          They can be tested from now on. The desk can do this too, with the code{' '}
          <strong>{booking.eventTestCode}</strong>.
        </p>
      )}
      {onboard.error && (
        <Notice tone="problem" role="alert">
          {notPlacedText(onboard.error, booking.firstName)}
        </Notice>
      )}
    </ActionDialog>
  )
}

/** Today, and the days before it whose results are still taken. */
const daysUntil = (today: string) =>
  Array.from({ length: LATE_DAYS + 1 }, (_, ago) => {
    const value = addDays(today, -ago)
    return { value, label: ago === 0 ? 'Today' : shortDate(value) }
  })
