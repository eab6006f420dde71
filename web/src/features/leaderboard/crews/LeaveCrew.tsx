import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { ActionDialog } from '../../../state/ActionDialog'
import { useOperation } from '../../../state/use-operation'
import { leaveCrew } from './api'
import { forgetCrew } from './forget-crew'

interface LeaveCrewProps {
  crew: { crewId: string; name: string; isOwner: boolean; members: number }
  onGone: (word: string) => void
}

export function LeaveCrew({ crew: { crewId, name, isOwner, members }, onGone }: LeaveCrewProps) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const leave = useOperation(leaveCrew, {
    onSuccess: () => {
      forgetCrew(queries, crewId)
      onGone(`You have left ${name}.`)
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Leave this crew
      </Button>
      <ActionDialog
        open={asking}
        role="alertdialog"
        title={`Leave ${name}?`}
        yes="Leave"
        no="Stay"
        variant="danger"
        operation={leave}
        onClose={() => setAsking(false)}
        onYes={() => void leave.run({ crewId })}
      >
        <p>
          {/* Members who may not take part yet are not counted (RULES 15.2), and can inherit it (RULES 15.6). */}
          {isOwner && members === 1
            ? 'Nobody else is shown in it. If somebody has joined who cannot take part yet, the crew goes to them. Otherwise it ends.'
            : 'The others stop seeing you at once. To come back you need the link.'}
          {isOwner && members > 1 && ' The member who has been in it longest becomes the owner.'}
        </p>
      </ActionDialog>
    </>
  )
}
