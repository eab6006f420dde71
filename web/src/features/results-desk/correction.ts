// A correction while it is typed: attempts are texts until they are sent. Determines which tests changed, and the
// request.
import type { FormProblem } from '../../components/form/FormSummary'
import { measured } from '../../academy/measure'
import type { CorrectedTest, StoredTest } from './api'

/** The longest reason of a correction, and the shortest. */
export const MOST_REASON = 500
const LEAST_REASON = 3

/** What is wrong with the reason of a correction, as the problem of the field `reason`. */
export const reasonProblem = ({ reason }: { reason: string }): FormProblem[] =>
  reason.trim().length < LEAST_REASON
    ? [{ field: 'reason', message: 'Say in a few words why the result changes.' }]
    : []

interface TypedTest {
  /** One text for each attempt that the test allows. */
  attempts: string[]
  /** The revision that these values replace. */
  replaces: number
}

/** By the test's name. */
export type Typed = Record<string, TypedTest>

/** Stored attempts as texts, with an empty text for each further one that the visit's protocols allow. */
export const textsOf = (attempts: readonly { score: number }[], allowed: number): string[] =>
  Array.from({ length: Math.max(attempts.length, allowed) }, (_, place) => {
    const attempt = attempts[place]
    return attempt ? String(attempt.score) : ''
  })

/** What is stored, to be changed. */
export const typedOf = (tests: readonly StoredTest[]): Typed =>
  Object.fromEntries(
    tests.map(({ TestType, attempts, allowed, revision }) => [
      TestType,
      { attempts: textsOf(attempts, allowed), replaces: revision },
    ]),
  )

const same = (typed: readonly (number | null)[], stored: readonly { score: number }[]) =>
  typed.length === stored.length && typed.every((value, place) => value === stored[place]?.score)

/** The tests whose measurements differ from the stored ones. */
export const changedTests = (tests: readonly StoredTest[], typed: Typed): string[] =>
  tests
    .filter(({ TestType, attempts }) => {
      const mine = typed[TestType]
      return mine !== undefined && !same(measured(mine.attempts), attempts)
    })
    .map(({ TestType }) => TestType)

/** What is typed, now that `tests` are stored: whatever is the same replaces their revision. */
export const withRevisions = (typed: Typed, tests: readonly StoredTest[]): Typed =>
  Object.fromEntries(
    Object.entries(typed).map(([test, mine]) => {
      const stored = tests.find(({ TestType }) => TestType === test)
      const taken = stored && same(measured(mine.attempts), stored.attempts)
      return [test, taken ? { ...mine, replaces: stored.revision } : mine]
    }),
  )

/** The first attempt that is not a number: its test and its place. */
export function unreadField(
  tests: readonly StoredTest[],
  typed: Typed,
): [test: string, place: number] | null {
  for (const { TestType } of tests) {
    const place = typed[TestType]?.attempts.findIndex((text) => measured([text]).includes(null)) ?? -1
    if (place >= 0) return [TestType, place]
  }
  return null
}

/** The request: every changed test with all its attempts; null if a text is not a number. */
export function corrections(tests: readonly StoredTest[], typed: Typed): CorrectedTest[] | null {
  const found: CorrectedTest[] = []
  for (const test of changedTests(tests, typed)) {
    const mine = typed[test]
    const values = mine ? measured(mine.attempts) : []
    const Attempts = values.flatMap((score) => (score === null ? [] : [{ score }]))
    if (!mine || Attempts.length !== values.length) return null
    found.push({ TestType: test, Attempts, replaces: mine.replaces })
  }
  return found
}

/** The test that a refused field means: `results[1].Attempts[0].score` is the second one sent. */
export function testOfField(field: string | null, sent: readonly CorrectedTest[]): string | null {
  const place = /^results\[(\d+)\]/.exec(field ?? '')?.[1]
  return place === undefined ? null : (sent[Number(place)]?.TestType ?? null)
}
