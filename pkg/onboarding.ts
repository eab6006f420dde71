// The queue of one tablet: plain objects in and out, decided in the module, to which they cross as whole numbers.
import { type Checked, deskAct, deskRefusal } from './generated/sixfold_wasm.js'
import { TEST_TYPES, type TestType, hundredths, refusalOf, thousandths } from './scoring.ts'

/** Whether a test can still be recorded. */
export type DeskTestStatus = 'open' | 'closed' | 'dnt'

/** One test at the tablet. */
export interface DeskTest {
  status: DeskTestStatus
  /** Measurements in the test's unit, in order. */
  attempts: readonly number[]
  /** The points of a closed test. */
  score?: number
  /** Which submission this is; of an open test, the one that the next submission `replaces`. */
  revision?: number
}

/** How a booking ended at the tablet; without a score when something was not taken. */
export interface DeskFinal {
  status: 'completed' | 'dnt'
  score: number | null
}

/** An athlete at the tablet; the empty user has an empty `uaid`. */
export interface DeskAthlete {
  uaid: string
  bookingId: string
  status: 'onboarded' | 'accepted'
  tests: Readonly<Record<TestType, DeskTest>>
  resultFinal?: DeskFinal
}

/** The athletes on one tablet, the front one first; the empty user only alone. */
export type DeskQueue = readonly DeskAthlete[]

/** What somebody does at the tablet. */
export type DeskAct =
  /** Puts an athlete at the front, with the tests that are known of them; 422 for somebody queued. */
  | { act: 'onboard'; uaid: string; bookingId: string; tests?: Partial<Record<TestType, DeskTest>> }
  /** Onboarded becomes accepted. */
  | { act: 'accept'; uaid: string }
  /** Calls an athlete to the front. */
  | { act: 'front'; uaid: string }
  /** Removes the front athlete; the only one becomes the empty user. */
  | { act: 'dropFront' }
  /** Keeps the attempts of an open test, in place of those before. */
  | { act: 'record'; uaid: string; test: TestType; attempts: readonly number[] }
  /** A test is submitted: closed with its score (`testScore`). */
  | { act: 'submitTest'; uaid: string; test: TestType; attempts: readonly number[]; score: number }
  /** Opens a test again, with its attempts. */
  | { act: 'unlock'; uaid: string; test: TestType }
  /** A test will not be taken; a submission like any other. */
  | { act: 'skip'; uaid: string; test: TestType }
  /** Takes over a test as the server has it; a final that it contradicts is taken back. */
  | { act: 'take'; uaid: string; test: TestType; state: DeskTest }
  /** The final: refused while tests are open, and names them. */
  | { act: 'submitFinal'; uaid: string }
  /** The server refused the final: back to the tests. */
  | { act: 'reopen'; uaid: string }
  /** Clears the queue. */
  | { act: 'reset' }

/** The acts in the module's order. */
const ACTS = [
  'onboard',
  'dropFront',
  'reset',
  'front',
  'accept',
  'record',
  'submitTest',
  'skip',
  'unlock',
  'take',
  'submitFinal',
  'reopen',
] as const satisfies readonly DeskAct['act'][]

const STATUSES = ['open', 'closed', 'dnt'] as const

/** Numbers of a test: status, revision, score, how many attempts, room for ten. */
const TEST = 14
/** Numbers of an athlete: place among the people, status, final, six tests. */
const ATHLETE = 3 + 6 * TEST

/** The queue after an action, or why the action is refused; the given queue is not changed. */
export function onboarding(queue: DeskQueue, act: DeskAct): Checked<DeskQueue> {
  if (act.act !== 'onboard') return decide(queue, act)
  let checked = decide(queue, act)
  for (const [test, state] of Object.entries(act.tests ?? {}) as [TestType, DeskTest][]) {
    if (checked.ok) checked = decide(checked.value, { act: 'take', uaid: act.uaid, test, state })
  }
  return checked
}

function decide(queue: DeskQueue, act: DeskAct): Checked<DeskQueue> {
  // The module knows people by their place in this list, from 1; 0 is the empty user.
  const uaid = 'uaid' in act ? act.uaid : ''
  const people = [
    '',
    ...new Set([...queue.map((athlete) => athlete.uaid), uaid].filter((known) => known !== '')),
  ]
  const known = new Map(queue.map((athlete) => [athlete.uaid, athlete.bookingId]))
  if (act.act === 'onboard' && !known.has(uaid)) known.set(uaid, act.bookingId)
  const answer = deskAct(
    ACTS.indexOf(act.act),
    uaid === '' ? -1 : people.indexOf(uaid),
    'test' in act ? TEST_TYPES.indexOf(act.test) : 0,
    Int32Array.from(stateOf(act)),
    Int32Array.from(queue.flatMap((athlete) => writeAthlete(athlete, people.indexOf(athlete.uaid)))),
  )
  const [refusal] = answer
  if (answer.length === 1) return { ok: false, error: refusalOf(deskRefusal(refusal ?? 0)) }
  const value = Array.from({ length: answer.length / ATHLETE }, (_, place) => {
    const numbers = answer.subarray(place * ATHLETE, (place + 1) * ATHLETE)
    const person = people[numbers[0] ?? 0] ?? ''
    return readAthlete(person, known.get(person) ?? '', numbers)
  })
  return { ok: true, value }
}

/** The new state of the act's test, where it brings one. */
function stateOf(act: DeskAct): number[] {
  if (act.act === 'take') return writeTest(act.state)
  if (act.act === 'record') return writeTest({ status: 'open', attempts: act.attempts })
  return act.act === 'submitTest' ? writeTest({ ...act, status: 'closed' }) : []
}

function writeTest({ status, attempts, score, revision }: DeskTest): number[] {
  const room = Array.from({ length: TEST - 4 }, (_, place) => thousandths(attempts[place] ?? 0))
  const points = score === undefined ? -1 : hundredths(score)
  return [STATUSES.indexOf(status), revision ?? 0, points, attempts.length, ...room]
}

function writeAthlete({ status, tests, resultFinal }: DeskAthlete, person: number): number[] {
  let final = -2
  if (resultFinal !== undefined) final = resultFinal.score === null ? -1 : hundredths(resultFinal.score)
  return [
    person,
    status === 'accepted' ? 1 : 0,
    final,
    ...TEST_TYPES.flatMap((test) => writeTest(tests[test])),
  ]
}

function readTest([status = 0, revision, score = -1, count, ...raws]: Iterable<number>): DeskTest {
  return {
    status: STATUSES[status] ?? 'open',
    attempts: raws.slice(0, count).map((raw) => raw / 1000),
    ...(score < 0 ? {} : { score: score / 100 }),
    ...(revision ? { revision } : {}),
  }
}

function readAthlete(uaid: string, bookingId: string, numbers: Int32Array): DeskAthlete {
  const [, status, final = -2] = numbers
  const tests = TEST_TYPES.map((test, place) => {
    const from = 3 + place * TEST
    return [test, readTest(numbers.subarray(from, from + TEST))] as const
  })
  return {
    uaid,
    bookingId,
    status: status === 1 ? 'accepted' : 'onboarded',
    tests: Object.fromEntries(tests) as Record<TestType, DeskTest>,
    ...(final === -2 ? {} : { resultFinal: readFinal(final) }),
  }
}

function readFinal(final: number): DeskFinal {
  return final < 0 ? { status: 'dnt', score: null } : { status: 'completed', score: final / 100 }
}
