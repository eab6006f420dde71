import { shortDate } from '../../academy/civil-date'
import { points } from '../../academy/numbers'
import type { OwnResult } from '../../api/types'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { Change } from './Change'
import { Rating } from './Rating'

interface StandingProps {
  score: number
  result: Pick<OwnResult, 'previous' | 'betterThan'>
  className?: string | undefined
}

/** A final score against the one before and against the field. */
export function Standing({ score, result: { previous, betterThan }, className }: StandingProps) {
  return (
    <Stack gap={3} className={className}>
      <Cluster as="p" gap={[1, 3]} align="baseline">
        <Change score={score} previous={previous} />
        {previous && (
          <span className={text.quiet}>
            {points(previous.score)} on {shortDate(previous.date)}
          </span>
        )}
      </Cluster>
      <Rating betterThan={betterThan} />
    </Stack>
  )
}
