import { TestScoreCard } from '../../features/content/athlete/TestScoreCard'
import type { PartProps } from '../part'
import { useEntries } from './use-entries'

/** The athlete's points per test: the best so far, and the last time against the time before. Nothing for visitors. */
export function TestScore({ item }: PartProps) {
  const { signedIn, entries } = useEntries()
  return signedIn && entries ? <TestScoreCard elements={item.elements} entries={entries} /> : null
}
