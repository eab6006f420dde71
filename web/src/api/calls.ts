// The calls that several features share.
import { addDays } from '../academy/civil-date'
import { api, newKey } from './client/client'
import { learnServerNow } from './clock'
import type { Answer, Request } from './contract'
import type {
  BookingPayload,
  BookingType,
  CancelPayload,
  ConfigAnswer,
  EventConfig,
  ProfileFields,
  UserProfile,
} from './types'

export async function fetchConfig(signal?: AbortSignal): Promise<EventConfig> {
  const config: ConfigAnswer = await api.get('event/config', { signal })
  learnServerNow(config.now)
  return config
}

const SOCIAL_NETWORKS = ['Instagram', 'TikTok']

/** Adds Instagram and TikTok where the profile lacks them, and lists that are missing (RULES 9.6). */
function completeProfile(profile: UserProfile): UserProfile {
  const handles = profile.socialMediaHandles ?? []
  const missing = SOCIAL_NETWORKS.filter(
    (network) => !handles.some((handle) => handle.socialMediaName.toLowerCase() === network.toLowerCase()),
  )
  return {
    ...profile,
    events: profile.events ?? [],
    socialMediaHandles: [...handles, ...missing.map((socialMediaName) => ({ socialMediaName, handle: '' }))],
  }
}

export const fetchProfile = async (signal?: AbortSignal) =>
  completeProfile(await api.get('user/profile', { signal }))

export const fetchResults = (signal?: AbortSignal) => api.get('user/results', { signal })

export const fetchResultsOf = (uaid: string, signal?: AbortSignal) =>
  api.get('user/results', { query: { uaid }, signal })

/** Called with the fields of every profile change that the server accepted. */
let onProfileSaved: ((fields: ProfileFields) => void) | null = null
export function whenProfileSaved(handler: (fields: ProfileFields) => void): void {
  onProfileSaved = handler
}

export async function saveProfile(fields: ProfileFields, idempotencyKey = newKey()) {
  const saved = await api.put('user/profile', fields, { idempotencyKey })
  onProfileSaved?.(fields)
  return saved
}

export const signup = (payload: Request<'SignupBody'>, idempotencyKey: string) =>
  api.post('user/signup', payload, { idempotencyKey })

/** Who is signed in, and whether they still have to register. */
export const fetchAuthorization = () => api.get('user/authorization')

/** Called once the signed-in person has registered. */
let onRegistered: (() => void) | null = null
export function whenRegistered(handler: () => void): void {
  onRegistered = handler
}

async function registered(sent: Promise<Answer<'Registered'>>) {
  const answer = await sent
  onRegistered?.()
  return answer
}

export const register = (fields: ProfileFields, idempotencyKey: string) =>
  registered(api.post('user/register', fields, { idempotencyKey }))

/** Used instead of `register` if sign-in said `userProfileRegistration`. */
export const saveAccount = (fields: ProfileFields, idempotencyKey: string) =>
  registered(api.put('user/accountmanagement', fields, { idempotencyKey }))

/** Without `from` and `to`: the bookable dates, including full slots, up to a hundred. */
export const fetchAvailability = (
  type: BookingType,
  range: { eventId?: string; from?: string; to?: string } = {},
  signal?: AbortSignal,
) => api.get('event/availability', { query: { type, ...range }, signal })

/** The most days in one answer. */
const DAYS_MAX = 100

/** All bookable dates, asked for a hundred at a time: an opening may reach far ahead. */
export async function fetchAllAvailability(type: BookingType, signal?: AbortSignal) {
  const first = await fetchAvailability(type, {}, signal)
  const { lastDate } = first
  let days = first.days
  for (let end = days.at(-1)?.date; end !== undefined && end < lastDate; end = days.at(-1)?.date) {
    const [from, most] = [addDays(end, 1), addDays(end, DAYS_MAX)]
    const more = await fetchAvailability(type, { from, to: most < lastDate ? most : lastDate }, signal)
    if (more.days.length === 0) break
    days = [...days, ...more.days]
  }
  return { ...first, days }
}

/** A new booking, a move of an open one, or a request for assistance. Retries of the same submission keep the key. */
export const sendBooking = (payload: BookingPayload, idempotencyKey: string) =>
  api.post('user/event/booking', payload, { idempotencyKey })

export const cancelBooking = (payload: CancelPayload, idempotencyKey: string) =>
  api.delete('user/event/cancel', payload, { idempotencyKey })

type WaitlistSlot = Request<'WaitBody'>

/** An entry on a waiting list; it has an offer while a seat is kept for it. */
export type WaitlistLine = Answer<'Line'>

/** The waiting lists that the caller is on, soonest first. */
export const fetchWaitlist = (signal?: AbortSignal) => api.get('event/booking/waitlist', { signal })

export const joinWaitlist = (slot: WaitlistSlot, idempotencyKey: string) =>
  api.post('event/booking/waitlist', slot, { idempotencyKey })

export const leaveWaitlist = (slot: WaitlistSlot, idempotencyKey: string) =>
  api.delete('event/booking/waitlist', slot, { idempotencyKey })

export const acceptWaitlistOffer = (offerId: string, idempotencyKey: string) =>
  api.post('event/booking/waitlist/accept', { offerId }, { idempotencyKey })
