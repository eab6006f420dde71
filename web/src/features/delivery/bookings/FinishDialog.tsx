import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../academy/names'
import { Checkbox } from '../../../components/form/Checkbox'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { refreshBookings } from '../refresh-bookings'
import { finishVisit, type BookingRow } from './api'

/** Finishes a visit whose six tests are in, for a desk that did not. */
export function FinishDialog({ booking, onClose }: { booking: BookingRow; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [hold, setHold] = useState(false)
  const finish = useOperation(
    (input: { booking: BookingRow; hold: boolean }, key) => finishVisit(input.booking, input.hold, key),
    // After a refusal too: the booking behind the dialog may have changed meanwhile.
    { onSettled: () => refreshBookings(client) },
  )
  const name = fullName(booking)
  const confirm = async () => {
    const outcome = await finish.run({ booking, hold })
    if (!outcome.ok) return
    show({ tone: 'good', message: `${hold ? 'Final recorded and held' : 'Final recorded'}: ${name}.` })
    onClose()
  }
  return (
    <ActionDialog
      title={`Finish ${name}’s visit?`}
      onClose={onClose}
      yes="Finish the visit"
      no="Not now"
      operation={finish}
      onYes={() => void confirm()}
    >
      <p>
        The six tests count as the desk recorded them. A wrong one can be corrected afterwards, under Results.
      </p>
      <Checkbox
        label="Hold for the reveal"
        hint="Otherwise the athlete gets an e-mail and the final goes on the boards at once."
        name="finish-hold"
        checked={hold}
        onChange={(event) => setHold(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}
