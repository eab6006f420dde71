import { useQueryClient } from '@tanstack/react-query'
import { dateAndTime } from '../../../academy/civil-date'
import { fullName } from '../../../academy/names'
import { points } from '../../../academy/numbers'
import { TextArea } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { refreshBookings } from '../refresh-bookings'
import { removeScore, type BookingRow } from './api'

const REASON_MAX = 200

/** Removes the score of a visit for good, with a reason that its athlete reads (RULES 4.17). */
export function RemoveScoreDialog({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const remove = useOperation(removeScore, {
    // After a refusal too: the booking behind the dialog may have changed meanwhile.
    onSettled: () => refreshBookings(client),
  })
  const { eventBookingId, bookingDate, bookingTime, score, held } = booking
  // Empty once the account is deleted.
  const name = fullName(booking)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === '' ? [{ field: 'reason', message: 'Say why in a few words.' }] : [],
    send: async ({ reason }) => {
      const outcome = await remove.run({ eventBookingId, reason: reason.trim() })
      if (!outcome.ok) return
      show({ tone: 'good', message: name ? `Score removed: ${name}.` : 'Score removed.' })
      onClose()
    },
    nameOf: (key) => `remove-score-${key}`,
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={name ? `Remove ${name}’s score?` : 'Remove this score?'}
      onClose={onClose}
      yes="Remove the score"
      no="Keep the score"
      variant="danger"
      operation={remove}
      onYes={() => void form.submit()}
    >
      <p>
        <strong>{points(score)}</strong> from {dateAndTime(bookingDate, bookingTime)} is deleted, with the
        points of the six tests. {held ? 'It will not be revealed' : 'Boards and crews follow at once'}, the
        links to public cards of this visit stop working, and it counts as if the athlete had not tested. The
        measurements stay.
      </p>
      <p>
        This is final: nobody can bring the score back, and no tablet can finish the visit again. The athlete
        gets an e-mail with your reason.
      </p>
      <TextArea
        label="Reason"
        hint="The athlete reads it, and it stays in the audit log. Keep it short, without anything about health."
        {...form.field('reason')}
        rows={3}
        maxLength={REASON_MAX}
      />
    </ActionDialog>
  )
}
