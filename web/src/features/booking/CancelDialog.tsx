import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionDialog } from '../../state/ActionDialog'
import { cancelBooking as sendCancel } from '../../api/booking'
import { queryKeys } from '../../api/queries'
import { detailsOf } from '../../api/refusal'
import type { CancelPayload } from '../../api/types'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { dateAndTime } from '../../academy/civil-date'
import type { BookingEntry } from './entry'

/** The body of the call that cancels a booking (RULES 4.8). */
const cancelPayload = (entry: BookingEntry, uaid: string): CancelPayload => ({
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

export function CancelDialog({ open, entry, uaid, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const cancel = useOperation(sendCancel)
  const words = wordsFor(entry)
  const confirm = async () => {
    const outcome = await cancel.run(cancelPayload(entry, uaid))
    if (!outcome.ok) {
      const conflict = outcome.error.errorCode === 'STATUS_CONFLICT'
      if (!conflict || detailsOf(outcome.error, 'STATUS_CONFLICT')?.checkedIn) return
      // It was changed elsewhere, so the answer is to show it as it is.
      cancel.reset()
      onClose()
      show({ tone: 'info', message: 'That booking has changed since. You now see its latest state.' })
      void client.invalidateQueries({ queryKey: queryKeys.mine })
      return
    }
    show({ tone: 'good', message: words.done })
    onCancelled()
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
  }
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={words.title}
      yes="Yes, cancel it"
      no={words.keep}
      variant="danger"
      operation={cancel}
      onYes={() => void confirm()}
    >
      <p>{words.effect}</p>
    </ActionDialog>
  )
}

interface Words {
  title: string
  effect: ReactNode
  keep: string
  done: string
}

/** A request for assistance has no code yet, and a place only if they chose one (RULES 4.11). */
function wordsFor({ eventTestStatus, eventTestDate: date, eventTestTime: time }: BookingEntry): Words {
  const request = eventTestStatus === 'assistance'
  const title = request ? 'Cancel your request?' : 'Cancel your test?'
  if (date === null)
    return {
      title,
      effect: 'We stop looking for a time for you. You can ask again at any time.',
      keep: 'Keep my request',
      done: 'Your request is cancelled.',
    }
  const when = dateAndTime(date, time)
  return {
    title,
    effect: (
      <>
        <strong>{when}</strong> goes to somebody else
        {request
          ? ', and our team will not call you. You can ask again at any time.'
          : ' and your code stops working. You can book again at any time.'}
      </>
    ),
    keep: 'Keep my place',
    done: `Cancelled: ${when}. Your place is free for somebody else.`,
  }
}
