import { Loading, Skeleton } from '../../../components/feedback/States'
import { TestScoreCard } from '../../../features/content/athlete/TestScoreCard'
import { ScoreTiles } from '../../../features/results/ScoreTiles'
import { LoadError } from '../../../state/LoadError'
import type { PartProps } from '../../../first-html/part'
import { useOwnResults } from './use-own-results'

/** A score card for each test of the newest result. Nothing for visitors. */
export function TestScore({ item }: PartProps) {
  const { signedIn, own, query } = useOwnResults()
  if (!signedIn) return null
  if (!own && query.isError) return <LoadError query={query} title="Your tests did not load" />
  if (!own)
    return (
      <Loading label="Loading your tests">
        <Skeleton height="36rem" />
      </Loading>
    )
  const [newest] = own.results
  // A held final has only measurements, and the scorecard shows them.
  if (newest?.score === null) return null
  return (
    <TestScoreCard elements={item.elements} empty={!newest}>
      {newest && <ScoreTiles result={newest} />}
    </TestScoreCard>
  )
}
