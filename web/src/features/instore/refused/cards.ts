// Refused entries, athlete by athlete: the six tests with both values, and the choices for settling all of them at
// once.
import type { DeskAthlete, DeskTest } from '@sixfold/domain'
import type { FailureLike } from '../../../api/error-sentence'
import type { DayBooking } from '../../../offline/day'
import type { About, Entry } from '../../../offline/outbox'
import type { TestType } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'
import { readResults, refusalOf, same, type Value } from './refusals'

export type CardWay =
  | 'theirs'
  | 'request'
  | 'mine'
  | 'edit'
  | 'again'
  | 'reopen'
  | 'onboard'
  | 'override'
  | 'carryOn'
  | 'remove'
  | 'drop'

export interface CardRow {
  test: TestType
  /** This tablet's value; null where nothing was recorded. */
  here: Value | null
  /** The server's value; null where it has none, undefined where it has not said. */
  there: Value | null | undefined
  differs: boolean
  /** The revision that the first of this test's entries replaces; null if the card has none of this test. */
  before: number | null
}

export interface Card {
  /** Of the booking; where it is not known, of the athlete or of the entry. */
  id: string
  bookingId: string
  uaid: string
  name: string
  /** In their order. */
  entries: readonly Entry[]
  rows: readonly CardRow[]
  /** Why, each reason once. */
  failures: readonly FailureLike[]
  /** The day of their booking, where they could not be onboarded because it is another one. */
  otherDay: string | null
  /** The day on which this tablet onboarded them then: their booking moves there (RULES 11.1). */
  testedOn: string | null
  ways: readonly CardWay[]
  /** The notes of a final that was refused. */
  notes: string
}

interface Known {
  /** An athlete on this tablet: on the queue, or departed and still known. */
  athlete: (bookingId: string) => DeskAthlete | null
  queued: (bookingId: string) => boolean
  /** Them on the day's list. */
  booking: (bookingId: string) => DayBooking | null
  /** Whoever is signed in may onboard a booking of another day (RULES 11.1). */
  mayOverride: boolean
}

/** What needs a decision, one card for each booking, the oldest first. */
export function cardsOf(entries: readonly Entry[], known: Known): Card[] {
  const byBooking = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { bookingId, uaid } = entry.about
    const id = bookingId || uaid || entry.key
    byBooking.set(id, [...(byBooking.get(id) ?? []), entry])
  }
  return [...byBooking].map(([id, own]) => cardOf(id, own, known))
}

function cardOf(id: string, entries: readonly Entry[], known: Known): Card {
  const { bookingId = '', uaid = '', name = '' } = entries[0]?.about ?? {}
  const athlete = known.athlete(bookingId)
  const booking = known.booking(bookingId)
  const typed = new Map<TestType, Value>()
  const stored = new Map<TestType, Value | null>()
  for (const { TestType: test, attempts, ...result } of booking?.results ?? [])
    stored.set(test, { ...result, attempts: attempts.map(({ score }) => score) })
  if (booking) for (const test of TEST_TYPES) if (!stored.has(test)) stored.set(test, null)
  const before = revisionsBefore(entries)
  // A list from before this tablet's own earlier results says nothing of them.
  for (const [test, revision] of before) if (revision > (stored.get(test)?.revision ?? 0)) stored.delete(test)
  for (const entry of entries) {
    const body = entry.write.body
    for (const [test, value] of readResults(body.results ?? body.Results)) typed.set(test, value)
    const current = againstOf(entry)?.error.current
    // A list is all that there is; a single test says nothing of the others.
    if (Array.isArray(current)) for (const test of TEST_TYPES) stored.set(test, null)
    for (const [test, value] of readResults(current)) stored.set(test, value.status === 'open' ? null : value)
  }
  const rows = TEST_TYPES.map((test): CardRow => {
    const here = typed.get(test) ?? ofDesk(athlete?.tests[test])
    const there = stored.get(test)
    const differs = here !== null && there !== undefined && !same(here, there)
    return { test, here, there, differs, before: before.get(test) ?? null }
  })
  // Where their onboarding was refused too, only that says why.
  const isReason = ({ errorCode }: FailureLike) =>
    errorCode !== 'NOT_ONBOARDED' || entries.every(({ about }) => about.kind !== 'onboard')
  const failures = entries.map((entry) => refusalOf(entry).failure).filter(isReason)
  const otherDay = entries.find((entry) => codeOf(entry) === OTHER_DAY)
  const date = otherDay && againstOf(otherDay)?.error.date
  const testedOn = otherDay?.write.body.day
  const notes = entries
    .map(({ write }) => write.body.Notes)
    .find((text) => typeof text === 'string' && text !== '')
  return {
    id,
    bookingId,
    uaid,
    name,
    entries,
    rows,
    failures: failures.filter(
      ({ errorCode }, at) => failures.findIndex((one) => one.errorCode === errorCode) === at,
    ),
    otherDay: typeof date === 'string' ? date : null,
    testedOn: typeof testedOn === 'string' ? testedOn : null,
    ways: waysOf(entries, rows, known.queued(bookingId), known.mayOverride),
    notes: typeof notes === 'string' ? notes : '',
  }
}

/** What the first entry of each test replaces: the later ones replace what the server never took. */
function revisionsBefore(entries: readonly Entry[]): Map<TestType, number> {
  const before = new Map<TestType, number>()
  for (const { about, write } of entries) {
    const test = about.kind === 'test' ? about.test : undefined
    if (test && !before.has(test)) before.set(test, readResults(write.body.results).get(test)?.revision ?? 0)
  }
  return before
}

/** The server's revision of a test, which its next entry replaces. */
export const revisionOf = ({ there, before }: CardRow): number =>
  there?.revision ?? (there === null ? 0 : (before ?? 0))

function ofDesk(test: DeskTest | undefined): Value | null {
  if (!test || (test.status === 'open' && test.attempts.length === 0)) return null
  const { status, attempts, score = null, revision = 0 } = test
  return { status, attempts, score, revision }
}

const ENDED = ['BOOKING_CLOSED', 'CODE_USED']
const CONFLICT = ['TEST_CLOSED', 'RESULTS_DIFFER']
const OTHER_DAY = 'CODE_OTHER_DAY'

const againstOf = ({ refusal, lastRefusal }: Entry) => refusal ?? lastRefusal
const codeOf = (entry: Entry) => againstOf(entry)?.code ?? ''

/** The ways to settle a card, the likeliest first. */
function waysOf(
  entries: readonly Entry[],
  rows: readonly CardRow[],
  queued: boolean,
  mayOverride: boolean,
): CardWay[] {
  const codes = entries.map(codeOf)
  const has = (list: readonly string[]) => codes.some((code) => list.includes(code))
  const areAll = (kind: About['kind']) => entries.every(({ about }) => about.kind === kind)
  const results = entries.filter(({ about }) => about.kind === 'test' || about.kind === 'final')
  const tests = new Set(results.map(({ about }) => about.test))
  if (codes.includes('ENTRY_DAMAGED')) return ['drop']
  if (has(ENDED)) {
    const mine = results.length > 0 && rows.some(({ here }) => here !== null && here.status !== 'open')
    return mine ? ['theirs', 'request'] : ['theirs']
  }
  if (has(CONFLICT)) {
    if (!queued || tests.size !== 1) return ['theirs', 'mine']
    // A final has no test of its own to edit.
    return ['theirs', 'mine', results[0]?.about.test ? 'edit' : 'reopen']
  }
  const onboarding = entries.every(({ about }) => about.kind === 'onboard' || about.kind === 'release')
  // Another tablet was first: the results still count.
  if (onboarding && codes.every((code) => code === '422')) return queued ? ['carryOn', 'remove'] : ['drop']
  const override: CardWay[] = mayOverride && codes.includes(OTHER_DAY) ? ['override'] : []
  // Without either the server takes none of their tests.
  if (areAll('onboard') || areAll('undoDecline')) return [...override, 'again', queued ? 'remove' : 'drop']
  // To onboard them by the same code again changes nothing.
  if (codes.includes(OTHER_DAY) && results.length > 0) return [...override, 'again', 'drop']
  // Their onboarding was undone on another tablet.
  if (has(['NOT_ONBOARDED']) && results.length > 0) return ['onboard', 'drop']
  if (queued && areAll('final')) return ['reopen', 'again', 'drop']
  // Recorded twice: what was recorded second was refused with the first.
  if (queued && tests.size === 1 && results.length === entries.length) return ['edit', 'again', 'drop']
  return ['again', 'drop']
}

/**
 * Whether an entry is sent again with this tablet's values: each test is replaced by an entry of its own, and somebody whom
 * another tablet has onboarded is onboarded already, and stays so.
 */
export const isSentAgain = (entry: Entry) => {
  const { kind } = entry.about
  return kind !== 'test' && !((kind === 'onboard' || kind === 'release') && codeOf(entry) === '422')
}

/** The tests as this tablet has them, for somebody else to decide about. */
export const handedOver = ({ rows }: Card) =>
  rows.flatMap(({ test, here }) =>
    here && here.status !== 'open' ? [{ test, attempts: here.attempts, status: here.status }] : [],
  )

/** Whether the server has refused to undo a decline; another one after that changes nothing. */
export const staysDeclined = ({ entries }: Card) =>
  entries.find(({ about: { kind } }) => kind === 'decline' || kind === 'undoDecline')?.about.kind ===
  'undoDecline'
