import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { cancelBooking } from '../../../api/booking'
import { refreshBookings } from '../refresh-bookings'
import { dateAndTime } from '../../../academy/civil-date'
import { TextArea } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { fullName, STATUS_NAME } from '../../../academy/names'
import { closeBooking, type BookingRow } from './api'

const REASON_MAX = 500

const YES = { cancelled: 'Cancel the booking', declined: 'Decline', dnt: STATUS_NAME.dnt } as const
const ASKED = {
  cancelled: (name: string) => `Cancel ${name}’s booking?`,
  declined: (name: string) => `Decline ${name}?`,
  dnt: (name: string) => `${name} did not test?`,
} as const

interface EndBookingDialogProps {
  booking: BookingRow
  /** Cancelled as the athlete could have done, declined by the team with a reason, or not tested on the day. */
  as: 'cancelled' | 'declined' | 'dnt'
  /** Whether tests of the visit that ends have been recorded. */
  begun?: boolean
  onClose: () => void
}

export function EndBookingDialog({ booking, as, begun = false, onClose }: EndBookingDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const end = useOperation(
    ({ booking, reason }: { booking: BookingRow; reason: string }, key): Promise<unknown> =>
      as !== 'cancelled'
        ? closeBooking(booking, as, reason, key)
        : cancelBooking({ uaid: booking.uaid, eventBookingID: booking.eventBookingId, eventId: '' }, key),
    // After a refusal too: the booking behind the dialog may have changed meanwhile.
    { onSettled: () => refreshBookings(client) },
  )
  const name = fullName(booking)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      as === 'declined' && reason.trim() === ''
        ? [{ field: 'reason', message: 'Say why in a few words.' }]
        : [],
    send: async ({ reason }) => {
      const outcome = await end.run({ booking, reason: reason.trim() })
      if (!outcome.ok) return
      show({ tone: 'good', message: `${STATUS_NAME[as]}: ${name}. An e-mail is on its way.` })
      onClose()
    },
    nameOf: (key) => `decline-${key}`,
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={begun ? `End ${name}’s visit without a score?` : ASKED[as](name)}
      onClose={onClose}
      yes={begun ? 'End without a score' : YES[as]}
      no="Keep the booking"
      variant="danger"
      operation={end}
      onYes={() => void form.submit()}
    >
      <p>
        {booking.bookingDate && as !== 'dnt' && (
          <>
            <strong>{dateAndTime(booking.bookingDate, booking.bookingTime)}</strong> becomes free again.{' '}
          </>
        )}
        {begun && 'What was recorded stays in their account, but makes no final score. '}
        {as === 'dnt' && !begun && 'The booking ends without a score. '}
        They get an e-mail and can book another day.
      </p>
      {as !== 'cancelled' && (
        <TextArea
          label="Reason"
          optional={as === 'dnt'}
          hint="The athlete can read it in their account. Keep it short, without anything about health."
          {...form.field('reason')}
          rows={3}
          maxLength={REASON_MAX}
        />
      )}
    </ActionDialog>
  )
}
