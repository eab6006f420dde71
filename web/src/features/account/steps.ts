/**
 * The order of the sign-up flow: four pages with their groups of questions, and the redirects between them. Pure; the
 * pages pass in the facts.
 */

import type { UserProfile } from '../../api/types'

/** The four sign-up pages, in order. */
export const SIGN_UP_PAGES = [
  'register',
  'user-registration',
  'account-information',
  'signup-completion',
] as const
export type SignUpPage = (typeof SIGN_UP_PAGES)[number]

/** The question groups of each page, in order; a group's name is the page's hash. */
export const GROUPS = {
  register: ['age', 'consent', 'health'],
  'user-registration': ['person', 'account'],
  'account-information': ['sport', 'contact', 'emergency', 'social'],
} as const satisfies Partial<Record<SignUpPage, readonly string[]>>

/** The facts that decide which page of the flow somebody may see. */
export interface SignUpFacts {
  /** Age, both consents and the seven answers are given: in memory, or already sent. */
  screened: boolean
  signedIn: boolean
  /** First name, last name and gender are known. */
  named: boolean
  /** The details of account-information are saved. */
  registered: boolean
}

/**
 * Where an athlete with missing details continues: an account made by a provider has no date of birth and starts with
 * the questions, one of ours has answered them at sign-up. Null if nothing is missing.
 */
export function unfinishedPage(profile: {
  firstName: string
  dateOfBirth: string | null
}): 'register' | 'account-information' | null {
  if (!profile.dateOfBirth) return 'register'
  return profile.firstName === '' ? 'account-information' : null
}

/**
 * Whether somebody has a profile but was never asked for consents and health answers: staff added them, or they came by
 * single sign-on. Sign-in redirects them to the questions; somebody who later withdrew a consent decides when to give
 * it again.
 */
export const neverAsked = (profile: Partial<Pick<UserProfile, 'bookingEligibility'>>): boolean =>
  profile.bookingEligibility?.refusals.some(({ code }) => code === 'CONSENT_REQUIRED') === true

/** The page to redirect this person to, or null to stay. */
export function redirectFor(page: SignUpPage, facts: SignUpFacts): SignUpPage | null {
  if (page === 'register') return null
  if (!facts.screened) return 'register'
  switch (page) {
    case 'user-registration':
      // Names alone do not redirect: they are known while the form is still being filled in.
      return facts.signedIn && facts.registered ? 'account-information' : null
    case 'account-information':
      if (!facts.signedIn) return 'user-registration'
      if (facts.registered) return 'signup-completion'
      return facts.named ? null : 'user-registration'
    case 'signup-completion':
      if (!facts.signedIn) return 'user-registration'
      return facts.registered ? null : 'account-information'
  }
}

/**
 * The group for a hash: the requested one, but never beyond the first unanswered one. `answered[i]` says whether group
 * i is complete.
 */
export function groupFor<G extends string>(
  groups: readonly G[],
  hash: string,
  answered: readonly boolean[],
): G {
  const requested = groups.findIndex((group) => group === hash.replace(/^#/, ''))
  const open = answered.findIndex((done) => !done)
  const furthest = open === -1 ? groups.length - 1 : open
  return groups[Math.max(0, Math.min(requested, furthest))] as G
}

/** The group after or before `group`, or null at the end. */
export function neighbour<G extends string>(groups: readonly G[], group: G, step: 1 | -1): G | null {
  return groups[groups.indexOf(group) + step] ?? null
}

/** A group's number within the whole flow, from 1, and the number of all groups. */
export function progress(page: keyof typeof GROUPS, group: string): { at: number; of: number } {
  const all = Object.entries(GROUPS).flatMap(([name, groups]) => groups.map((one) => `${name}#${one}`))
  return { at: all.indexOf(`${page}#${group}`) + 1, of: all.length }
}
