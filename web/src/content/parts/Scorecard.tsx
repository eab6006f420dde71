import { Loading, Skeleton } from '../../components/States'
import { shortDate } from '../../features/booking/civil-date'
import { latestScores } from '../../features/content/athlete/latest-scores'
import { ShapeCard } from '../../features/content/athlete/ShapeCard'
import { textOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/plain-text'
import type { PartProps } from '../part'
import { useEntries } from './use-entries'

/** The athlete's hexagon with its table. Nothing for visitors. */
export function Scorecard({ item: { elements } }: PartProps) {
  const { signedIn, entries, profile } = useEntries()
  if (!signedIn || (!entries && profile.isError)) return null
  if (!entries)
    return (
      <Loading label="Loading your scores">
        <Skeleton height="28rem" />
      </Loading>
    )
  const scores = latestScores(entries)
  return (
    <ShapeCard
      title={textOf(elements, scores ? 'headline' : 'shapeHeadline') || textOf(elements, 'headline')}
      scores={scores}
      day={scores?.date ? shortDate(scores.date) : null}
      emptyText={paragraphs(textOf(elements, 'shapeEmptyText')).join(' ')}
    />
  )
}
