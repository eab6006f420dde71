import { LinkButton } from '../../../components/Button'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { testPath } from '../../../features/content/blocks/SixTests'
import { textOf } from '../../../features/content/content-item'
import { paragraphs } from '../../../features/content/text/plain-text'
import { ShapeCard } from '../../../features/results/ShapeCard'
import { OwnRank } from '../../../features/leaderboard/standings/OwnRank'
import { Invitation } from '../../../notifications/Invitation'
import { localised, paths } from '../../../paths'
import { LoadError } from '../../../state/LoadError'
import type { PartProps } from '../../../first-html/part'
import { ResultDownloads } from './ResultDownloads'
import { useOwnResults } from './use-own-results'

/** The athlete's final score, rating and hexagon, with the score card for download. Nothing for visitors. */
export function Scorecard({ item: { elements } }: PartProps) {
  const { signedIn, showsOwn, own, query } = useOwnResults()
  if (!showsOwn) return null
  if (!own && query.isError) return <LoadError query={query} title="Your scores did not load" />
  if (!own)
    return (
      <Loading label="Loading your scores">
        <Skeleton height="44rem" />
      </Loading>
    )
  const result = own.results[0] ?? null
  const card = (
    <ShapeCard
      title={textOf(elements, result ? 'headline' : 'shapeHeadline') || textOf(elements, 'headline')}
      result={result}
      emptyText={paragraphs(textOf(elements, 'shapeEmptyText')).join(' ')}
      aboutTest={(test) => localised(testPath(test))}
      rank={signedIn && result && !result.held && <OwnRank />}
      actions={
        <Cluster gap={3} grow>
          {result && (
            <>
              <ResultDownloads result={result} />
              <LinkButton variant="secondary" href={paths.myProgress()}>
                My progress
              </LinkButton>
            </>
          )}
          {result && !result.held && (
            <LinkButton variant="secondary" href={paths.whatItTakes()}>
              What would it take?
            </LinkButton>
          )}
          <LinkButton variant="secondary" href={paths.crews()}>
            My crews
          </LinkButton>
        </Cluster>
      }
    />
  )
  if (!result?.held) return card
  return (
    <Stack gap={5} shrink="all">
      {card}
      <Invitation topic="results" />
    </Stack>
  )
}
