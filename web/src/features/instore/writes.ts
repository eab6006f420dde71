// The calls that this screen makes, as the wire has them. They are never sent from here: the outbox does that.
import type { About, Write } from '../../offline/outbox/outbox'
import type { DeskAthlete } from '@sixfold/domain'
import { TESTS } from './queue'
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

const about = (kind: About['kind'], person: Person, test?: TestType): About => ({
  kind,
  uaid: person.uaid,
  bookingId: person.bookingId,
  name: nameOf(person),
  ...(test ? { test } : {}),
})

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

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

/** One test, closed or not done; `replaces` is the revision of what was there before, 0 where there was nothing. */
export const testWrite = (
  person: Person,
  test: TestType,
  { attempts, status, replaces }: { attempts: readonly number[]; status: 'closed' | 'dnt'; replaces: number },
): Sending => ({
  write: post('event/admin/test', {
    uaid: person.uaid,
    eventBookingId: person.bookingId,
    results: {
      TestType: test,
      Attempts: listed(attempts),
      Status: status,
      ...(replaces > 0 ? { replaces } : {}),
    },
  }),
  about: about('test', person, test),
})

/** The six as they stand on this tablet, for the server to compare with what it has. */
export const finalWrite = (
  person: Person,
  athlete: DeskAthlete,
  { notes, held }: { notes: string; held: boolean },
): Sending => ({
  write: post('event/admin/final', {
    uaid: person.uaid,
    EventBookingId: person.bookingId,
    Notes: notes.trim(),
    Status: TESTS.some((test) => athlete.tests[test].status === 'dnt') ? 'dnt' : 'completed',
    Results: TESTS.map((test) => {
      const { attempts, status } = athlete.tests[test]
      return { TestType: test, Attempts: listed(attempts), Status: status }
    }),
    ...(held ? { holdReveal: true } : {}),
  }),
  about: about('final', person),
})
