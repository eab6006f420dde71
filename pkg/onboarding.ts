// The queue of one tablet: plain objects in and out, decided in the module, to which they cross as lines of text.
import { type Checked, deskAct } from './generated/sixfold_wasm.js'
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

/** The athletes of one tablet, the front one first; the empty user stands alone. */
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

const STATUSES = ['open', 'closed', 'dnt'] as const
const OPEN: DeskTest = { status: 'open', attempts: [] }

/** A queue with nobody in it. */
export function emptyQueue(): DeskQueue {
  return []
}

/** Who is at the front; null for nobody and for the empty user. */
export function frontAthlete(queue: DeskQueue): DeskAthlete | null {
  const front = queue[0]
  return front === undefined || front.uaid === '' ? null : front
}

/** The queue after an act, or why the act is refused; the queue given stays as it is. */
export function onboarding(queue: DeskQueue, act: DeskAct): Checked<DeskQueue> {
  const answer = deskAct(queue.map(writeAthlete).join('\n'), writeAct(act))
  if (answer.startsWith('!')) return { ok: false, error: refusalOf(answer.slice(1)) }
  const lines = answer.slice(1).split('\n')
  return { ok: true, value: lines.filter((line) => line !== '').map(readAthlete) }
}

function writeTest({ status, attempts, score, revision }: DeskTest): string {
  const points = score === undefined ? '' : hundredths(score)
  return [STATUSES.indexOf(status), revision ?? 0, points, ...attempts.map(thousandths)].join(',')
}

function writeFinal(final: DeskFinal | undefined): string {
  if (final === undefined) return ''
  return final.score === null ? 'dnt' : String(hundredths(final.score))
}

function writeAthlete(athlete: DeskAthlete): string {
  const { uaid, bookingId, status, tests, resultFinal } = athlete
  return [
    encodeURIComponent(uaid),
    encodeURIComponent(bookingId),
    status === 'accepted' ? 1 : 0,
    writeFinal(resultFinal),
    ...TEST_TYPES.map((test) => writeTest(tests[test])),
  ].join('\t')
}

function writeAct(act: DeskAct): string {
  if (act.act === 'dropFront' || act.act === 'reset') return act.act
  if (act.act === 'onboard') {
    const tests = Object.fromEntries(TEST_TYPES.map((test) => [test, act.tests?.[test] ?? OPEN]))
    return `onboard\t${writeAthlete({ ...act, status: 'onboarded', tests: tests as Record<TestType, DeskTest> })}`
  }
  const parts: (string | number)[] = [act.act, encodeURIComponent(act.uaid)]
  if ('test' in act) parts.push(TEST_TYPES.indexOf(act.test))
  if (act.act === 'take') parts.push(writeTest(act.state))
  if ('attempts' in act) {
    parts.push(
      writeTest({ ...OPEN, attempts: act.attempts, ...('score' in act ? { score: act.score } : {}) }),
    )
  }
  return parts.join('\t')
}

function readTest(text: string): DeskTest {
  const [status, revision, score, ...attempts] = text.split(',')
  return {
    status: STATUSES[Number(status)] ?? 'open',
    attempts: attempts.map((raw) => Number(raw) / 1000),
    ...(score ? { score: Number(score) / 100 } : {}),
    ...(revision && revision !== '0' ? { revision: Number(revision) } : {}),
  }
}

function readAthlete(line: string): DeskAthlete {
  const [uaid = '', bookingId = '', status, final, ...tests] = line.split('\t')
  const read = TEST_TYPES.map((test, place) => [test, readTest(tests[place] ?? '')] as const)
  return {
    uaid: decodeURIComponent(uaid),
    bookingId: decodeURIComponent(bookingId),
    status: status === '1' ? 'accepted' : 'onboarded',
    tests: Object.fromEntries(read) as Record<TestType, DeskTest>,
    ...(final ? { resultFinal: readFinal(final) } : {}),
  }
}

function readFinal(text: string): DeskFinal {
  return text === 'dnt' ? { status: 'dnt', score: null } : { status: 'completed', score: Number(text) / 100 }
}
