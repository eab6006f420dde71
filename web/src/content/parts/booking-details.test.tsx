// The next test as a card, with the places that came free for its athlete.
import { queriesKnowing, renderQueried, screen, serve } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { queryKeys } from '../../api/queries'
import type { BookingEntry } from '../../features/booking/entry'
import type { ContentItem } from '../../features/content/content-item'
import { booked } from '../../test/booked'
import { BookingDetails } from './BookingDetails'

const known = vi.hoisted(() => ({ entries: [] as unknown[], loaded: {} as unknown, profile: {} as unknown }))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))
vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))
vi.mock('./use-entries', () => ({
  useEntries: () => ({
    signedIn: true,
    entries: known.entries,
    profile: { isError: false, data: known.profile },
  }),
}))
vi.mock('./results/use-own-results', () => ({ useOwnResults: () => ({ own: null }) }))
vi.mock('../../state/use-loaded-rules', () => ({ useLoadedRules: () => known.loaded }))
vi.mock('../../features/content/athlete/NextTestCard', () => ({ NextTestCard: () => null }))

const BOOKED = booked()
const CONFIG = { now: '2026-11-24T09:00:00Z', bookingSessionConfig: { cancelCutoffMinutes: 120 } }
const LINE = {
  eventId: 'academy',
  eventTestDate: '2026-11-25',
  eventTestTime: '10:15',
  position: 1,
  offerId: 'o-1',
  offerExpiresAt: null,
}
const KEPT = 'A place is held for you'
const TOO_LATE = 'A place came free, but online changes have closed'

interface Loaded {
  rules: { cancelAllowed: () => string | null } | null
  failed: boolean
}

const rulesThatSay = (refusal: string | null): Loaded => ({
  rules: { cancelAllowed: () => refusal },
  failed: false,
})
const noRules = (failed: boolean): Loaded => ({ rules: null, failed })
const BLOCKED = {
  bookingEligibility: {
    mode: 'blocked',
    refusals: [{ code: 'AGE_OUT_OF_RANGE', message: 'The programme is open to ages 16 to 99.', field: '' }],
  },
}

// RULES 5.2
it.each<[string, BookingEntry[], Loaded, object, number, string]>([
  ['to somebody without a booking', [], noRules(false), {}, 1, KEPT],
  ['not to somebody who may not book', [], noRules(false), BLOCKED, 0, KEPT],
  ['while their booking can be moved', [BOOKED], rulesThatSay(null), {}, 1, KEPT],
  ['not while they may not move their booking', [BOOKED], rulesThatSay(null), BLOCKED, 0, KEPT],
  ['not once their booking cannot be moved', [BOOKED], rulesThatSay('CANCEL_TOO_LATE'), {}, 0, TOO_LATE],
  ['not before the rules are there', [BOOKED], noRules(false), {}, 0, KEPT],
  ['where the rules did not load', [BOOKED], noRules(true), {}, 1, KEPT],
])('offers a place of a waiting list %s', (_, entries, loaded, profile, offers, state) => {
  Object.assign(known, { entries, loaded, profile })
  serve({})
  const item = { elements: { variant: { elementType: 'text', value: 'card' } } } as unknown as ContentItem
  renderQueried(
    <BookingDetails item={item} page={item} />,
    queriesKnowing([queryKeys.config, CONFIG], [queryKeys.waitlist, [LINE]]),
  )
  screen.getByText(state)
  expect(screen.queryAllByRole('button', { name: 'Take this place' })).toHaveLength(offers)
})
