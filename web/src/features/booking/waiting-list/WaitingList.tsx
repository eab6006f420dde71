import { useQueryClient } from '@tanstack/react-query'
import { leaveWaitlist, type WaitlistLine } from '../../../api/calls'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { dateAndTime } from '../../../academy/civil-date'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { Stack } from '../../../components/layout/Stack'
import styles from './WaitingList.module.css'

/** Their waiting lists, each with the position and a button to leave it. Nothing if there are none. */
export function WaitingList({ lines }: { lines: readonly WaitlistLine[] | undefined }) {
  if (!lines || lines.length === 0) return null
  return (
    <Card as="section" title="Waiting list">
      <Stack as="ul" gap={0}>
        {lines.map((line) => (
          <Line key={`${line.eventId} ${line.eventTestDate} ${line.eventTestTime}`} line={line} />
        ))}
      </Stack>
    </Card>
  )
}

function Line({ line }: { line: WaitlistLine }) {
  const client = useQueryClient()
  const { eventId, eventTestDate, eventTestTime, position, offerId } = line
  const when = dateAndTime(eventTestDate, eventTestTime)
  const leave = useOperation(async (_, key) => {
    await leaveWaitlist({ eventId, eventTestDate, eventTestTime }, key)
    await client.invalidateQueries({ queryKey: queryKeys.waitlist })
  })
  return (
    <Cluster as="li" gap={[2, 4]} align="center" between className={styles.line}>
      <p>
        <strong className={text.figures}>{when}</strong>
        <span>{offerId === null ? `Number ${position} in line` : 'A place is held for you'}</span>
      </p>
      <Button variant="quiet" busy={leave.status === 'loading'} onClick={() => void leave.run()}>
        Leave<VisuallyHidden> the waiting list for {when}</VisuallyHidden>
      </Button>
      {leave.error && (
        <p role="alert" className={styles.problem}>
          {errorSentence(leave.error)}
        </p>
      )}
    </Cluster>
  )
}
