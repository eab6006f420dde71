import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import type { Operation } from '../../../state/use-operation'
import { FIRST_SHARING, type Sharing } from './api'
import { GuardianFirst, Refused } from './Refused'
import { ShareChoices } from './ShareChoices'

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
      <Stack as="fieldset" gap={3} aria-describedby="crew-sharing">
        <legend className={text.legend}>What they see of you</legend>
        <p id="crew-sharing" className={text.note}>
          Your first name and an initial always. The rest is up to you, now and later.
        </p>
        <ShareChoices
          sharing={sharing}
          onChange={(choice) => setSharing((before) => ({ ...before, ...choice }))}
        />
      </Stack>
      <Refused error={join.error} here={here} />
      <Cluster gap={3}>
        <Button size="large" busy={join.status === 'loading'} onClick={() => void join.run(sharing)}>
          Join
        </Button>
      </Cluster>
    </Stack>
  )
}
