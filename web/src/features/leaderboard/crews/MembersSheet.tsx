import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { crewKey, crewQuery, removeMember, type Crew, type CrewRow } from './api'
import { memberName } from './changes'

interface MembersSheetProps {
  crew: Crew
  members: readonly CrewRow[]
  onClose: () => void
}

/** Everybody else in the crew, each to be removed after one question. */
export function MembersSheet({ crew: { crewId, me }, members, onClose }: MembersSheetProps) {
  const queries = useQueryClient()
  const show = useAlert((state) => state.show)
  const [leaving, setLeaving] = useState<CrewRow | null>(null)
  const remove = useOperation(removeMember)
  const others = members.filter(({ memberId }) => memberId !== me.memberId)
  const confirm = async ({ memberId, ...named }: CrewRow) => {
    const outcome = await remove.run({ crewId, memberId })
    if (!outcome.ok) return
    queries.setQueryData(crewQuery(crewId).queryKey, outcome.data)
    void queries.invalidateQueries({ queryKey: crewKey(crewId) })
    show({ tone: 'good', message: `${memberName({ memberId, ...named })} is out. The crew has a new link.` })
    onClose()
  }
  return (
    <>
      <Dialog open size="sheet" title="Remove somebody" onClose={onClose}>
        <Stack as="ul" gap={1}>
          {others.map((row) => {
            const name = memberName(row)
            return (
              <Cluster as="li" key={row.memberId} gap={3} align="center" between nowrap>
                <bdi className={text.name}>{name}</bdi>
                <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => setLeaving(row)}>
                  Remove
                </Button>
              </Cluster>
            )
          })}
        </Stack>
      </Dialog>
      {leaving && (
        <ActionDialog
          role="alertdialog"
          title={`Remove ${memberName(leaving)}?`}
          yes="Remove"
          no="Keep"
          variant="danger"
          operation={remove}
          onClose={() => {
            remove.reset()
            setLeaving(null)
          }}
          onYes={() => void confirm(leaving)}
        >
          <p>
            They stop seeing this crew at once, and it stops seeing them. So that the old link does not let
            them back in, the crew gets a new one.
          </p>
        </ActionDialog>
      )}
    </>
  )
}
