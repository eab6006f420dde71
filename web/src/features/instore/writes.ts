// The calls that this screen makes, as in JSON. They are sent by the outbox only.
import { fullName } from '../../academy/names'
import type { About, Write } from '../../offline/outbox'
import type { DeskAthlete } from '@sixfold/domain'
import { TEST_TYPES } from '../../components/art/test-types'
import type { Person, TestType } from './model'

export interface Sending {
  write: Write
  about: About
}

const post = (path: string, body: Record<string, unknown>): Write => ({
  method: 'POST',
  path: `/api/${path}`,
  body,
})

const about = (kind: About['kind'], person: Person): About => ({
  kind,
  uaid: person.uaid,
  bookingId: person.bookingId,
  name: fullName(person),
})

const listed = (attempts: readonly number[]) => attempts.map((score) => ({ score }))

export const onboardWrite = (person: Person): Sending => ({
  write: post('event/admin/onboard', { code: person.code, day: person.day }),
  about: about('onboard', person),
})

/** Undoes an onboarding without results. */
export const releaseWrite = (person: Person): Sending => ({
  write: post('event/admin/onboard', { code: person.code, day: person.day, release: true }),
  about: about('release', person),
})

export const declineWrite = (person: Person, reason: string): Sending => ({
  write: post('user/event/booking', {
    uaid: person.uaid,
    eventBookingId: person.bookingId,
    eventTestStatus: 'declined',
    eventTestNotes: reason,
  }),
  about: about('decline', person),
})

/** Within ten minutes of the decline. */
export const undoDeclineWrite = (person: Person): Sending => ({
  write: post('user/event/booking', {
    uaid: person.uaid,
    eventBookingId: person.bookingId,
    eventTestStatus: 'declined',
    undo: true,
  }),
  about: about('undoDecline', person),
})

export interface HandedOver {
  test: TestType
  attempts: readonly number[]
  status: 'closed' | 'dnt'
}

/** What the server refused, for programme delivery to correct. */
export const requestWrite = (
  whom: Pick<About, 'uaid' | 'bookingId' | 'name'>,
  results: readonly HandedOver[],
  notes: string,
): Sending => ({
  write: post('event/admin/results/request', {
    uaid: whom.uaid,
    eventBookingId: whom.bookingId,
    results: results.map(({ test, attempts, status }) => ({
      TestType: test,
      Attempts: listed(attempts),
      Status: status,
    })),
    ...(notes ? { notes } : {}),
  }),
  about: { kind: 'request', uaid: whom.uaid, bookingId: whom.bookingId, name: whom.name },
})

interface Recorded {
  attempts: readonly number[]
  status: 'closed' | 'dnt'
  replaces: number
}

/** A test, closed or not done; `replaces` is the former revision, 0 if there was none. */
export const testWrite = (person: Person, test: TestType, recorded: Recorded): Sending =>
  resultWrite({ ...person, name: fullName(person) }, test, recorded)

/** The same for an athlete of whom only a refused entry is known. */
export const resultWrite = (
  { uaid, bookingId, name }: Pick<About, 'uaid' | 'bookingId' | 'name'>,
  test: TestType,
  { attempts, status, replaces }: Recorded,
): Sending => ({
  write: post('event/admin/test', {
    uaid,
    eventBookingId: bookingId,
    results: {
      TestType: test,
      Attempts: listed(attempts),
      Status: status,
      ...(replaces > 0 ? { replaces } : {}),
    },
  }),
  about: { kind: 'test', uaid, bookingId, name, test },
})

/** This tablet's six results, for the server to compare with its own. */
export const finalWrite = (
  person: Person,
  athlete: DeskAthlete,
  { notes, held }: { notes: string; held: boolean },
): Sending => ({
  write: post('event/admin/final', {
    uaid: person.uaid,
    EventBookingId: person.bookingId,
    Notes: notes.trim(),
    Status: TEST_TYPES.some((test) => athlete.tests[test].status === 'dnt') ? 'dnt' : 'completed',
    Results: TEST_TYPES.map((test) => {
      const { attempts, status } = athlete.tests[test]
      return { TestType: test, Attempts: listed(attempts), Status: status }
    }),
    ...(held ? { holdReveal: true } : {}),
  }),
  about: about('final', person),
})
