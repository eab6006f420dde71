import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { useState } from 'react'
import { ROLE_NAME } from '../../../academy/names'
import { queryKeys } from '../../../api/queries'
import type { RoleId, StaffProfile } from '../../../api/types'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { changeRole } from './api'
import { nameOf, ROLE_HINT, ROLES } from './words'

const ATHLETE: RoleId = 1
const COACH: RoleId = 4

export function RoleDialog({ profile, onClose }: { profile: StaffProfile; onClose: () => void }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [role, setRole] = useState<RoleId>(profile.role)
  const change = useOperation(changeRole)
  const save = async () => {
    if (role === profile.role) return onClose()
    const outcome = await change.run({ uaid: profile.uaid, roleid: role })
    if (!outcome.ok) return
    show({ tone: 'good', message: `${nameOf(profile)}: ${ROLE_NAME[role]}.` })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  return (
    <ActionDialog
      role="alertdialog"
      title={`Change ${nameOf(profile)}’s role`}
      onClose={onClose}
      yes="Save the role"
      no="Leave it"
      operation={change}
      onYes={() => void save()}
    >
      <p>A new role signs them out everywhere at once.</p>
      <RadioGroup
        label="Role"
        name="person-role"
        value={String(role)}
        options={ROLES.map((one) => ({ value: String(one), label: ROLE_NAME[one], hint: ROLE_HINT[one] }))}
        onChange={(event) => {
          setRole(Number(event.target.value) as RoleId)
          change.reset()
        }}
      />
      <LiveRegion>
        {profile.role === COACH && role !== COACH && (
          <p>
            They lose access to every athlete’s results for good. Their teams stay: give each another coach.
          </p>
        )}
        {profile.role === ATHLETE && role !== ATHLETE && (
          <p>Any passkeys and two-step sign-in they have are removed.</p>
        )}
      </LiveRegion>
    </ActionDialog>
  )
}
