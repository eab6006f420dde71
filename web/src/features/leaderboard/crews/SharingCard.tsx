import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { points } from '../../../academy/numbers'
import { newKey } from '../../../api/client/client'
import { SavingLine } from '../../../components/feedback/LiveRegion'
import { Card } from '../../../components/layout/Card'
import text from '../../../components/text.module.css'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { crewKey, crewQuery, shareInCrew, type Crew, type Sharing } from './api'
import { ShareChoices } from './ShareChoices'

/** What the others see of the athlete. A choice shows at once, and is taken back if it cannot be saved. */
export function SharingCard({ crew: { crewId, me } }: { crew: Crew }) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<Partial<Sharing>>({})
  const mutationKey = ['crew-sharing', crewId]
  const save = useMutation({
    // One after the other: the last choice counts.
    scope: { id: `crew-sharing-${crewId}` },
    mutationKey,
    mutationFn: (choice: Partial<Sharing>) => shareInCrew({ crewId, ...choice }, newKey()),
    onSuccess: (crew) => queries.setQueryData(crewQuery(crewId).queryKey, crew),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: crewKey(crewId) })
      // A later choice may still wait for its turn.
      if (queries.isMutating({ mutationKey }) === 1) setWanted({})
    },
  })
  const choose = (choice: Partial<Sharing>) => {
    setWanted((before) => ({ ...before, ...choice }))
    save.mutate(choice)
  }
  return (
    <Card as="section" title="What they see of you" aside={<SavingLine save={save} />}>
      <ErrorNotice error={save.error} />
      <p className={text.quiet}>
        Everybody here sees your first name and an initial.
        {me.score !== null && ` Your final this season is ${points(me.score)}.`}
      </p>
      <ShareChoices sharing={{ ...me, ...wanted }} onChange={choose} />
    </Card>
  )
}
