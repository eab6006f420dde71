// The calls of the first release, one function each; the caller sees wire types and `ApiFailure`.
import { api, newKey } from './client'
import { learnServerNow } from './clock'
import type {
  Authorization,
  Availability,
  BookingAnswer,
  BookingPayload,
  BookingType,
  CancelPayload,
  EventConfig,
  LoginAnswer,
  SignupPayload,
  UserProfile,
} from './wire'

export async function fetchConfig(signal?: AbortSignal): Promise<EventConfig> {
  const config = await api.get<EventConfig>('event/config', undefined, signal)
  learnServerNow(config.now)
  return config
}

const SOCIAL_NETWORKS = ['Instagram', 'TikTok']

/** Missing lists are defaulted; Instagram and TikTok always stand there (RULES 9.6). */
export function completeProfile(profile: UserProfile): UserProfile {
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
  completeProfile(await api.get<UserProfile>('user/profile', undefined, signal))

/** Hears of every change to the profile that the server took. */
let onProfileSaved: ((fields: Partial<UserProfile>) => void) | null = null
export function whenProfileSaved(handler: (fields: Partial<UserProfile>) => void): void {
  onProfileSaved = handler
}

export async function saveProfile(
  fields: Partial<UserProfile>,
  idempotencyKey = newKey(),
): Promise<UserProfile> {
  const saved = await api.put<UserProfile>('user/profile', fields, { idempotencyKey })
  onProfileSaved?.(fields)
  return saved
}

export const signup = (payload: SignupPayload, idempotencyKey = newKey()) =>
  api.post<LoginAnswer>('user/signup', payload, { idempotencyKey })

/** Who is signed in, and whether they have still to register. */
export const fetchAuthorization = () => api.get<Authorization>('user/authorization')

/** Hears that the person who is signed in has registered. */
let onRegistered: (() => void) | null = null
export function whenRegistered(handler: () => void): void {
  onRegistered = handler
}

interface Registered {
  uaid: string
  token: string
}

async function registered(sent: Promise<Registered>): Promise<Registered> {
  const answer = await sent
  onRegistered?.()
  return answer
}

export const register = (fields: Partial<UserProfile> & Record<string, unknown>, idempotencyKey = newKey()) =>
  registered(api.post<Registered>('user/register', fields, { idempotencyKey }))

/** In place of `register` when sign-in said `userProfileRegistration`. */
export const saveAccount = (
  fields: Partial<UserProfile> & Record<string, unknown>,
  idempotencyKey = newKey(),
) => registered(api.put<Registered>('user/accountmanagement', fields, { idempotencyKey }))

/** Without `from` and `to`: exactly the bookable dates, full slots too. */
export const fetchAvailability = (
  type: BookingType,
  range: { eventId?: string; from?: string; to?: string } = {},
  signal?: AbortSignal,
) => api.get<Availability>('event/availability', { type, ...range }, signal)

/** A new booking, a move of an open one, or a call for help. Keep the key over retries of the same act. */
export const sendBooking = (payload: BookingPayload, idempotencyKey: string) =>
  api.post<BookingAnswer>('user/event/booking', payload, { idempotencyKey })

export const cancelBooking = (payload: CancelPayload, idempotencyKey: string) =>
  api.delete<{ uaid: string; eventBookingId: string }>('user/event/cancel', payload, { idempotencyKey })

export interface WaitlistPlace {
  eventId: string
  eventTestDate: string
  eventTestTime: string
}

/** A line of the waiting list; the offer stands while a place is held. */
export interface WaitlistLine extends WaitlistPlace {
  position: number
  offerId: string | null
  /** ISO with `Z`. */
  offerExpiresAt: string | null
}

/** The waiting lists that the caller is on, soonest first. */
export const fetchWaitlist = (signal?: AbortSignal) =>
  api.get<WaitlistLine[]>('event/booking/waitlist', undefined, signal)

export const joinWaitlist = (place: WaitlistPlace, idempotencyKey = newKey()) =>
  api.post<{ position: number }>('event/booking/waitlist', place, { idempotencyKey })

export const leaveWaitlist = (place: WaitlistPlace, idempotencyKey = newKey()) =>
  api.delete<unknown>('event/booking/waitlist', place, { idempotencyKey })

export const acceptWaitlistOffer = (offerId: string, idempotencyKey = newKey()) =>
  api.post<BookingAnswer>('event/booking/waitlist/accept', { offerId }, { idempotencyKey })
