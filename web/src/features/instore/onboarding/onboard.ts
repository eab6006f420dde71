// From a code to an athlete on the queue: by the day's list on the tablet, or by the server where the code is not on the list.
import { STATUSES } from '../../../academy/choices'
import { longDay } from '../../../academy/civil-date'
import { fullName } from '../../../academy/names'
import { api, newKey } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import { ApiFailure } from '../../../api/client/failure'
import type { BookingStatus } from '../../../api/types'
import { loadDay, renewDay, type Day, type DayBooking } from '../../../offline/day'
import { loadRules } from '../../../rules'
import type { DeskStore } from '../desk/desk-store'
import { knownTests } from '../desk/known-tests'
import type { Departure } from '../desk/departures'
import type { Person } from '../model'

export const personOf = (booking: DayBooking, { date, protocols }: Day): Person => ({
  uaid: booking.uaid,
  bookingId: booking.eventBookingId,
  code: booking.eventTestCode,
  firstName: booking.firstName,
  lastName: booking.lastName,
  time: booking.bookingTime,
  type: booking.eventTestType,
  day: date,
  protocols,
})

export type OnboardOutcome =
  | { is: 'done' }
  | { is: 'refused'; why: string }
  /** The server has them onboarded already: ask whether to carry on here with its results. */
  | { is: 'already'; booking: DayBooking; day: Day; device: string | null }
  /** This tablet has declined them, and the decline can still be undone. */
  | { is: 'declined'; left: Departure }

const done: OnboardOutcome = { is: 'done' }
const refused = (why: string | null): OnboardOutcome => (why === null ? done : { is: 'refused', why })

/** Why a booking can no longer be onboarded; null where its status does not prevent it. */
const ENDED: Readonly<Record<BookingStatus, string | null>> = {
  booked: null,
  assistance: null,
  completed: 'That booking is finished: the final is in.',
  dnt: 'That booking was marked as not tested. Book them again, or ask programme delivery.',
  declined: 'That booking was declined.',
  cancelled: 'That booking was cancelled.',
}
const endedSentence = (status: unknown): string | null => {
  const known = STATUSES.find(({ value }) => value === status)
  return known ? ENDED[known.value] : null
}

/** The protocols by which the server scores a booking, those of its onboarding (RULES 7.5), if the list has them. */
export const scoredBy = ({ protocolVersion }: DayBooking, { protocols, earlierProtocols = [] }: Day) =>
  [protocols, ...earlierProtocols].find(({ version }) => version === protocolVersion)

/** Why a request for assistance cannot be onboarded. */
const UNCONFIRMED = 'They asked for help and the programme team has not confirmed yet. Give the team a call.'

/** Why a visit whose score was removed gets no other. */
const REMOVED = 'Programme delivery has removed the score of that visit, so it takes no other. Ask them.'

/** Onboards an athlete with the server's data; nothing is sent. */
export function carryOn(store: DeskStore, booking: DayBooking, day: Day): string | null {
  const person = personOf(booking, { ...day, protocols: scoredBy(booking, day) ?? day.protocols })
  return store.onboard(person, knownTests(booking.results), false)
}

/** How long an onboarding waits to hear whether another tablet has the athlete by now, ms. */
const NEWS_MS = 1_000

const inTime = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([
    answer.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), NEWS_MS)),
  ])

interface Tablet {
  store: DeskStore
  /** What this tablet calls itself. */
  device: () => Promise<string | null>
  online: boolean
}

/** Onboards by a code as it was typed or scanned. */
export async function onboardByCode(
  { store, device, online }: Tablet,
  text: string,
  day: Day | null,
): Promise<OnboardOutcome> {
  const { normaliseBookingCode } = await loadRules()
  const code = normaliseBookingCode(text)
  if (code === undefined) return refused('A code has six letters and digits. Check the ticket.')
  const byCode = (list: Day | null) => list?.bookings.find(({ eventTestCode }) => eventTestCode === code)
  // This tablet's own data comes first: the list may be older, and a declined booking is in no list.
  const known = fromTablet(store, ({ person }) => person.code === code)
  if (known) return known
  const found = byCode(day)
  // Tablets share a hall: the list is fetched once more, so that each knows whom another has onboarded.
  const news = found && online ? await inTime(renewDay()) : null
  const list = news ?? day
  const listed = byCode(list)
  if (listed && list && (news || !online || !listed.onboarded))
    return fromList(store, listed, list, await device())
  if (!online)
    return refused(
      day
        ? 'That code is not on this tablet’s list for today. Check it, or connect and try again.'
        : 'Today’s list is not on this tablet yet. It needs a connection once.',
    )
  try {
    const fresh = await loadDay()
    const now = byCode(fresh)
    if (now) return fromList(store, now, fresh, await device())
    // Not one of today's bookings: the server knows why.
    await api.post('event/admin/onboard', { code, day: fresh.date }, { idempotencyKey: newKey() })
    const again = await loadDay()
    const taken = byCode(again)
    return taken
      ? refused(carryOn(store, taken, again))
      : refused('They are onboarded. Reload the page to see them.')
  } catch (cause) {
    if (found && day) return fromList(store, found, day, await device())
    return refused(codeSentence(cause))
  }
}

/** Onboards an athlete from the list. */
export function onboardListed(
  store: DeskStore,
  booking: DayBooking,
  day: Day,
  device: string | null,
): OnboardOutcome {
  const known = fromTablet(store, ({ person }) => person.bookingId === booking.eventBookingId)
  return known ?? fromList(store, booking, day, device)
}

/** An athlete who is or was on this tablet; null if the tablet knows no more than the list. */
function fromTablet(store: DeskStore, is: (one: { person: Person }) => boolean): OnboardOutcome | null {
  const { people, left } = store.state()
  const here = Object.values(people).find((person) => is({ person }))
  if (here && store.athlete(here.bookingId)) {
    store.show(here.bookingId)
    return refused(`${fullName(here)} is on this tablet already, and on screen now.`)
  }
  const gone = Object.values(left).find(is)
  if (gone?.how === 'declined') return { is: 'declined', left: gone }
  if (gone && gone.how !== 'released') {
    store.recall(gone.person.bookingId)
    return done
  }
  return null
}

/**
 * Whether a booking that was marked as not tested can still get a final (RULES 4.4): it was onboarded before, and its score was not
 * removed (4.17).
 */
export const canStillFinish = (
  { eventTestStatus, onboarded, scoreRemoved }: DayBooking,
  left: Departure | undefined,
): boolean => eventTestStatus === 'dnt' && onboarded && !scoreRemoved && left?.how !== 'released'

function fromList(store: DeskStore, booking: DayBooking, day: Day, device: string | null): OnboardOutcome {
  const left = store.state().left[booking.eventBookingId]
  const released = left?.how === 'released'
  if (booking.scoreRemoved) return refused(REMOVED)
  const ended = canStillFinish(booking, left) ? null : endedSentence(booking.eventTestStatus)
  if (ended) return refused(ended)
  if (booking.eventTestStatus === 'assistance') return refused(UNCONFIRMED)
  if (booking.onboarded && !released) return { is: 'already', booking, day, device }
  return refused(store.onboard(personOf(booking, day), released ? {} : knownTests(booking.results), true))
}

function codeSentence(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) return errorSentence(cause)
  if (cause.errorCode === 'CODE_OTHER_DAY' && cause.date) return `That booking is for ${longDay(cause.date)}.`
  // Its code alone would say that the booking has changed.
  if (cause.errorCode === 'STATUS_CONFLICT' && cause.details?.status === 'assistance') return UNCONFIRMED
  if (cause.errorCode === 'CODE_USED') return endedSentence(cause.details?.status) ?? errorSentence(cause)
  return errorSentence(cause)
}
