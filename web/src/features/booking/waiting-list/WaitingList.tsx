import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { leaveWaitlist, type WaitlistLine } from '../../../api/booking'
import { queryKeys } from '../../../api/queries'
import { Card } from '../../../components/layout/Card'
import { dateAndTime } from '../../../academy/civil-date'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { Stack } from '../../../components/layout/Stack'
import { OwnLine } from '../OwnLine'
import { offeredText } from '../words'

interface WaitingListProps {
  lines: readonly WaitlistLine[] | undefined
  /** Whether it is too late to move the booking that they have. */
  closed: boolean
}

/** Their waiting lists, each with the position and a button to leave it. Nothing if there are none. */
export function WaitingList({ lines, closed }: WaitingListProps) {
  const box = useRef<HTMLDivElement>(null)
  if (!lines || lines.length === 0) return null
  // The button goes with its line, and the card with its last line.
  const onLeft = () =>
    (lines.length > 1 ? box.current : box.current?.closest('main'))?.focus({ preventScroll: true })
  return (
    <div ref={box} tabIndex={-1}>
      <Card as="section" title="Waiting list">
        <Stack as="ul" gap={0}>
          {lines.map((line) => (
            <Line
              key={`${line.eventId} ${line.eventTestDate} ${line.eventTestTime}`}
              line={line}
              closed={closed}
              onLeft={onLeft}
            />
          ))}
        </Stack>
      </Card>
    </div>
  )
}

interface LineProps extends Pick<WaitingListProps, 'closed'> {
  line: WaitlistLine
  onLeft: () => void
}

function Line({ line, closed, onLeft }: LineProps) {
  const client = useQueryClient()
  const { eventId, eventTestDate, eventTestTime, position, offerId } = line
  const when = dateAndTime(eventTestDate, eventTestTime)
  const leave = useOperation(async (_, key) => {
    await leaveWaitlist({ eventId, eventTestDate, eventTestTime }, key)
    onLeft()
    await client.invalidateQueries({ queryKey: queryKeys.waitlist })
  })
  return (
    <OwnLine
      title={<span className={text.figures}>{when}</span>}
      state={offerId === null ? `Number ${position} in line` : offeredText(closed)}
      action={['Leave', `the waiting list for ${when}`]}
      operation={leave}
      onAct={() => void leave.run()}
    />
  )
}
