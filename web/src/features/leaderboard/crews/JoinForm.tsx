import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import type { Operation } from '../../../state/use-operation'
import { FIRST_SHARING, type Sharing } from './api'
import { GuardianFirst, Refused } from './Refused'
import { FirstChoices } from './ShareChoices'

interface JoinFormProps {
  /** Under 18, and a parent or guardian has yet to confirm. */
  waits: boolean
  join: Operation<Sharing, { crewId: string }>
  /** This page, to come back to. */
  here: string
}

/** What the athlete will share in a crew, and the button that joins it. */
export function JoinForm({ waits, join, here }: JoinFormProps) {
  const [sharing, setSharing] = useState(FIRST_SHARING)
  if (waits) return <GuardianFirst />
  return (
    <Stack gap={5}>
      <FirstChoices
        sharing={sharing}
        onChange={(choice) => setSharing((before) => ({ ...before, ...choice }))}
      />
      <Refused error={join.error} here={here} />
      <Cluster gap={3}>
        <Button size="large" busy={join.status === 'loading'} onClick={() => void join.run(sharing)}>
          Join
        </Button>
      </Cluster>
    </Stack>
  )
}
