import { useQueryClient } from '@tanstack/react-query'
import { cancelBooking as sendCancel } from '../../api/calls'
import { errorSentence } from '../../api/errors'
import { queryKeys } from '../../api/queries'
import type { CancelPayload } from '../../api/types'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { dateAndTime } from '../../academy/civil-date'
import text from '../../components/text.module.css'
import type { BookingEntry } from './entry'

/** What the call wants to know of a booking that is cancelled (RULES 4.8). */
export const cancelPayload = (entry: BookingEntry, uaid: string): CancelPayload => ({
  uaid,
  eventBookingID: entry.eventBookingId ?? '',
  eventId: entry.eventId ?? '',
})

interface CancelDialogProps {
  open: boolean
  entry: BookingEntry
  uaid: string
  onClose: () => void
  onCancelled: () => void
}

/** The question before an open booking is cancelled, and the cancelling. */
export function CancelDialog({ open, entry, uaid, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const cancel = useOperation(sendCancel)
  const when = entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : 'your booking'
  const confirm = async () => {
    const outcome = await cancel.run(cancelPayload(entry, uaid))
    if (!outcome.ok) return
    show({ tone: 'good', message: `Cancelled: ${when}. Your place is free for somebody else.` })
    onCancelled()
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Cancel your test?"
      actions={
        <>
          <Button variant="danger" busy={cancel.status === 'loading'} onClick={() => void confirm()}>
            Yes, cancel it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep my place
          </Button>
        </>
      }
    >
      <p>
        <strong>{when}</strong> goes to somebody else and your code stops working. You can book again at any
        time.
      </p>
      {cancel.error && (
        <p role="alert" className={text.signal}>
          {errorSentence(cancel.error)}
        </p>
      )}
    </Dialog>
  )
}
