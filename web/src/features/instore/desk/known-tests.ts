import type { DeskTest } from '@sixfold/domain'
import type { TestType } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'

/** One of the server's results for an athlete. */
export interface ListedResult {
  TestType: string
  score?: number | null
  status: string
  revision: number
  attempts: readonly { score: number | null }[]
}

/** The server's results for an athlete, for the queue. */
export function knownTests(results: readonly ListedResult[]): Partial<Record<TestType, DeskTest>> {
  const known: Partial<Record<TestType, DeskTest>> = {}
  for (const { TestType: name, score, status, revision, attempts } of results) {
    const test = TEST_TYPES.find((one) => one === name)
    if (!test) continue
    known[test] = {
      status: status === 'dnt' || status === 'closed' ? status : 'open',
      attempts: attempts.flatMap(({ score: raw }) => (raw === null ? [] : [raw])),
      revision,
      ...(typeof score === 'number' ? { score } : {}),
    }
  }
  return known
}
