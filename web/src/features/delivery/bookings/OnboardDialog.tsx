import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { londonToday } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { queryKeys } from '../../../api/queries'
import { dateAndTime } from '../../../academy/civil-date'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { onboardByCode, type BookingRow } from './api'

/** Onboards a booking by its code, also one of another day, which the desk would refuse. */
export function OnboardDialog({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const other = booking.bookingDate !== londonToday()
  const onboard = useOperation((_, key) => onboardByCode(booking.eventTestCode, other, key))
  const name = fullName(booking)
  const confirm = async () => {
    const outcome = await onboard.run()
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
      operation={onboard}
      onYes={() => void confirm()}
    >
      {other ? (
        <p>
          This booking is for <strong>{dateAndTime(booking.bookingDate, booking.bookingTime)}</strong>. The
          desk refuses a code of another day. If you onboard it here, it moves to today, and the place that it
          had becomes free.
        </p>
      ) : (
        <p>
          They can be tested from now on. The desk can do this too, with the code{' '}
          <strong>{booking.eventTestCode}</strong>.
        </p>
      )}
    </ActionDialog>
  )
}
