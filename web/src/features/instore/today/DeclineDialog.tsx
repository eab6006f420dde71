import { ActionDialog } from '../../../state/ActionDialog'
import { TextArea } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'

const REASON_MAX = 500

/** Why somebody cannot test today: a decline ends the booking, so it needs a reason. */
export function DeclineDialog({
  name,
  onDecline,
  onClose,
}: {
  name: string
  onDecline: (reason: string) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === '' ? [{ field: 'reason', message: 'Say why in a few words.' }] : [],
    send: ({ reason }) => {
      onDecline(reason.trim())
    },
    nameOf: () => 'instore-decline',
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Decline ${name}?`}
      onClose={onClose}
      yes="Decline"
      no="Keep the booking"
      variant="danger"
      large
      onYes={() => void form.submit()}
    >
      <p>
        Their booking ends here and the place becomes free again: they can book another day. You can undo this
        for ten minutes, from Today or the list beside the tests, while nobody else has taken the place.
      </p>
      <TextArea
        label="Reason"
        hint="The athlete can read it in their account. Keep it short, without anything about health."
        {...form.field('reason')}
        maxLength={REASON_MAX}
        rows={3}
      />
    </ActionDialog>
  )
}
