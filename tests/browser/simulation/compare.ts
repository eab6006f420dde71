// What the server has, read as programme delivery reads it, beside the sum of what was typed.
import { finalScore, TEST_TYPES } from '@sixfold/domain'

import type { DayBooking, DayPage } from '../../../web/src/offline/day/types.ts'
import type { Entry } from '../../../web/src/offline/outbox/types.ts'
import { Link } from './link.ts'
import { STAFF, type Stage } from './stage.ts'
import type { Tablet, Visit } from './tablet.ts'

/** The only refusals of such a day: an athlete who was taken on by two tablets. */
const EXPECTED = ['422', 'CODE_USED']

export async function compare(
  url: string,
  stage: Stage,
  tablets: readonly Tablet[],
  left: readonly (readonly Entry[])[],
): Promise<string[]> {
  const link = new Link(url, () => 0)
  link.good = true
  await link.signIn(STAFF[2])
  const found: string[] = []
  const stored = new Map<string, DayBooking>()
  for (const date of stage.dates) {
    for (const booking of await bookingsOf(link, date)) {
      if (stored.has(booking.eventBookingId)) found.push(`${booking.eventBookingId} is there twice`)
      stored.set(booking.eventBookingId, booking)
    }
  }
  if (stored.size !== stage.guests.length)
    found.push(`${stored.size} bookings instead of ${stage.guests.length}`)
  for (const { state, about, refusal } of left.flat()) {
    const expected = about.kind === 'onboard' && EXPECTED.includes(refusal?.code ?? '')
    if (state !== 'refused' || !expected)
      found.push(`left over: ${about.kind} ${about.test ?? ''} of ${about.uaid}: ${refusal?.code ?? state}`)
  }
  let visits = 0
  for (const tablet of tablets) {
    for (const visit of tablet.visits()) {
      visits += 1
      const booking = stored.get(visit.guest.bookingId)
      if (booking) found.push(...differences(tablet, visit, booking))
      else found.push(`${visit.guest.bookingId} is not there`)
    }
  }
  if (visits !== stage.guests.length) found.push(`${visits} visits instead of ${stage.guests.length}`)
  for (const { guest, final } of tablets.flatMap((tablet) => tablet.visits().slice(0, 5))) {
    const profile = await link.get<Profile>(`event/admin/profile?uaid=${guest.uaid}`)
    const event = profile.events
      .flatMap(({ eventList }) => eventList)
      .find(({ eventBookingId }) => eventBookingId === guest.bookingId)
    if (event?.eventTestStatus !== final)
      found.push(`the profile of ${guest.uaid}: ${event?.eventTestStatus}`)
  }
  return found
}

/** How many of `queued` onboardings and tests, one each, the server does not have. */
export async function compareStored(url: string, stage: Stage, queued: number): Promise<number> {
  const link = new Link(url, () => 0)
  link.good = true
  await link.signIn(STAFF[2])
  let stored = 0
  for (const date of stage.dates) {
    for (const { onboarded, results } of await bookingsOf(link, date))
      stored += (onboarded ? 1 : 0) + results.filter(({ revision }) => revision === 1).length
  }
  return Math.abs(queued - stored)
}

interface Profile {
  events: { eventList: { eventBookingId: string; eventTestStatus: string | null }[] }[]
}

async function bookingsOf(link: Link, date: string): Promise<DayBooking[]> {
  const bookings: DayBooking[] = []
  let cursor: string | null | undefined
  do {
    const query = new URLSearchParams({ date, ...(cursor ? { cursor } : {}) })
    const page = await link.get<DayPage>(`event/admin/day?${query.toString()}`)
    bookings.push(...page.bookings)
    cursor = page.cursor
  } while (cursor)
  return bookings
}

function differences(tablet: Tablet, { guest, tests, final }: Visit, booking: DayBooking): string[] {
  const found: string[] = []
  const differ = (what: string, typed: unknown, stored: unknown) => {
    const [one, other] = [JSON.stringify(typed), JSON.stringify(stored)]
    if (one !== other) found.push(`${what} of ${guest.uaid}: typed ${one}, stored ${other}`)
  }
  const scores: number[] = []
  differ('number of tests', Object.keys(tests).length, booking.results.length)
  for (const test of TEST_TYPES) {
    const typed = tests[test]
    const stored = booking.results.find(({ TestType }) => TestType === test)
    if (!typed || !stored) {
      differ(test, typed, stored)
      continue
    }
    const score = typed.status === 'closed' ? tablet.score(test, typed.attempts) : null
    if (score !== null) scores.push(score)
    differ(
      `${test}: attempts`,
      typed.attempts,
      stored.attempts.map(({ score: raw }) => raw),
    )
    differ(`${test}: status`, typed.status, stored.status)
    differ(`${test}: score`, score, stored.score ?? null)
    // Exactly once each: every submission raised it by one.
    differ(`${test}: revision`, typed.submissions, stored.revision)
  }
  differ('onboarded', true, booking.onboarded)
  differ('final', final, booking.eventTestStatus)
  const whole = final === 'completed' && scores.length === TEST_TYPES.length
  differ('final score', whole ? finalScore(scores) : null, booking.score ?? null)
  return found
}
