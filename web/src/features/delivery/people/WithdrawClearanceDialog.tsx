import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { withdrawClearance, type Clearance } from './api'
import { nameOf } from './words'

interface WithdrawClearanceDialogProps {
  profile: StaffProfile
  /** The one that was on screen: a clearance recorded since then stays. */
  clearance: Clearance
  onClose: () => void
}

export function WithdrawClearanceDialog({ profile, clearance, onClose }: WithdrawClearanceDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const withdraw = useOperation(withdrawClearance)
  const confirm = async () => {
    const outcome = await withdraw.run({ uaid: profile.uaid, at: clearance.at })
    if (!outcome.ok) {
      // There may be another clearance by now, or none.
      void client.invalidateQueries({ queryKey: queryKeys.mine })
      return
    }
    show({ tone: 'good', message: 'The clearance is withdrawn.' })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  return (
    <ActionDialog
      role="alertdialog"
      title={`Withdraw ${nameOf(profile)}’s clearance?`}
      onClose={onClose}
      yes="Withdraw it"
      no="Keep it"
      variant="danger"
      operation={withdraw}
      onYes={() => void confirm()}
    >
      <p>
        A booking they have stays but cannot be moved, and they cannot make another until they are cleared
        again.
      </p>
    </ActionDialog>
  )
}
