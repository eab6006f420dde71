// The calls that several features share.
import { api, newKey } from './client/client'
import { learnServerNow } from './clock'
import type { ConfigAnswer, EventConfig, ProfileFields, UserProfile } from './types'

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

/** Who is signed in, and whether they still have to register. */
export const fetchAuthorization = () => api.get('user/authorization')

/** Called once the signed-in person has registered. */
let onRegistered: (() => void) | null = null
export function whenRegistered(handler: () => void): void {
  onRegistered = handler
}

export async function registered<T>(sent: Promise<T>): Promise<T> {
  const answer = await sent
  onRegistered?.()
  return answer
}
