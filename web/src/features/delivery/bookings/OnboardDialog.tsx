import { useQueryClient } from '@tanstack/react-query'
import { londonToday } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import { dateAndTime } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { onboardByCode, type BookingRow } from './api'

/** Onboards a booking by its code, of another day too: the desk refuses that one. */
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
    <Dialog
      open
      title={`Onboard ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button busy={onboard.status === 'loading'} onClick={() => void confirm()}>
            Onboard
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
        </>
      }
    >
      {other ? (
        <p>
          This booking is for <strong>{dateAndTime(booking.bookingDate, booking.bookingTime)}</strong>. The
          desk refuses a code of another day; you can onboard it here, and it keeps its day.
        </p>
      ) : (
        <p>
          They can be tested from now on. The desk can do this too, with the code{' '}
          <strong>{booking.eventTestCode}</strong>.
        </p>
      )}
      {onboard.error && (
        <Notice tone="problem" role="alert">
          {errorSentence(onboard.error)}
        </Notice>
      )}
    </Dialog>
  )
}
