import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelBooking } from '../../../api/calls'
import { newKey } from '../../../api/client'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import { dateAndTime } from '../../../civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { TextArea } from '../../../components/TextField'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { closeBooking, type BookingRow } from './wire'

const REASON_MAX = 500

interface EndBookingDialogProps {
  booking: BookingRow
  /** Cancelled as the athlete could have done, or declined by the team with a reason. */
  as: 'cancelled' | 'declined'
  onClose: () => void
}

/** The question before an open booking ends, and its end. */
export function EndBookingDialog({ booking, as, onClose }: EndBookingDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [key, setKey] = useState(newKey)
  const { uaid, eventBookingId, firstName, lastName } = booking
  const end = useOperation((): Promise<unknown> =>
    as === 'declined'
      ? closeBooking(booking, 'declined', reason.trim(), key)
      : cancelBooking({ uaid, eventBookingID: eventBookingId, eventId: '' }, key),
  )
  const name = `${firstName} ${lastName}`
  const missing = as === 'declined' && reason.trim() === ''
  const confirm = async () => {
    setTried(true)
    if (missing) return
    const outcome = await end.run()
    if (!outcome.ok) return
    show({
      tone: 'good',
      message: `${as === 'declined' ? 'Declined' : 'Cancelled'}: ${name}. A mail is on its way.`,
    })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={as === 'declined' ? `Decline ${name}?` : `Cancel the booking of ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={end.status === 'loading'} onClick={() => void confirm()}>
            {as === 'declined' ? 'Decline' : 'Yes, cancel it'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep the booking
          </Button>
        </>
      }
    >
      <p>
        {booking.bookingDate && (
          <>
            <strong>{dateAndTime(booking.bookingDate, booking.bookingTime)}</strong> is free again.{' '}
          </>
        )}
        They get a mail and can book another day.
      </p>
      {as === 'declined' && (
        <TextArea
          label="Reason"
          hint="For the team; it stays with the booking."
          name="decline-reason"
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          error={tried && missing ? 'Say why in a few words.' : undefined}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setKey(newKey())
          }}
        />
      )}
      {end.error && (
        <Notice tone="problem" role="alert">
          {errorSentence(end.error)}
        </Notice>
      )}
    </Dialog>
  )
}
