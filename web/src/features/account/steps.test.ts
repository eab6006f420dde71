import { describe, expect, it } from 'vitest'
import {
  GROUPS,
  groupFor,
  neighbour,
  neverAsked,
  progress,
  redirectFor,
  SIGN_UP_PAGES,
  unfinishedPage,
  type SignUpPage,
} from './steps'

const nobody = { screened: false, signedIn: false, named: false, registered: false }

describe('redirectFor', () => {
  it('sends everybody without screening data to the first page', () => {
    const later = SIGN_UP_PAGES.filter((page) => page !== 'register')
    for (const page of later) {
      expect(redirectFor(page, nobody)).toBe('register')
      expect(redirectFor(page, { screened: false, signedIn: true, named: true, registered: true })).toBe(
        'register',
      )
    }
    expect(redirectFor('register', nobody)).toBeNull()
  })

  it.each<[SignUpPage, boolean, boolean, boolean, SignUpPage | null]>([
    ['user-registration', false, false, false, null],
    ['user-registration', false, true, false, null],
    ['user-registration', true, true, false, null],
    ['user-registration', true, false, false, null],
    ['account-information', false, true, false, 'user-registration'],
    ['account-information', true, false, false, 'user-registration'],
    ['account-information', true, true, false, null],
    ['user-registration', true, false, true, 'account-information'],
    ['account-information', true, true, true, 'signup-completion'],
    ['account-information', true, false, true, 'signup-completion'],
    ['signup-completion', false, true, false, 'user-registration'],
    ['signup-completion', true, true, false, 'account-information'],
    ['signup-completion', true, false, true, null],
  ])('%s, signed in %s, named %s, registered %s → %s', (page, signedIn, named, registered, expected) => {
    expect(redirectFor(page, { screened: true, signedIn, named, registered })).toBe(expected)
  })

  it('never sends anybody round in a circle', () => {
    const flags = [false, true]
    const everybody = flags.flatMap((screened) =>
      flags.flatMap((signedIn) =>
        flags.flatMap((named) => flags.map((registered) => ({ screened, signedIn, named, registered }))),
      ),
    )
    for (const facts of everybody) {
      for (const start of SIGN_UP_PAGES) {
        let page: SignUpPage = start
        for (let hops = 0; hops < SIGN_UP_PAGES.length; hops += 1) page = redirectFor(page, facts) ?? page
        expect(redirectFor(page, facts)).toBeNull()
      }
    }
  })
})

describe('groupFor', () => {
  const groups = GROUPS.register
  it('starts at the first group without a hash or with an unknown one', () => {
    expect(groupFor(groups, '', [false, false, false])).toBe('age')
    expect(groupFor(groups, '#elsewhere', [true, true, true])).toBe('age')
  })
  it('lets nobody jump over an unanswered group', () => {
    expect(groupFor(groups, '#health', [true, false, false])).toBe('consent')
    expect(groupFor(groups, '#health', [false, true, false])).toBe('age')
    expect(groupFor(groups, 'health', [true, true, false])).toBe('health')
  })
  it('goes back freely', () => {
    expect(groupFor(groups, '#age', [true, true, true])).toBe('age')
  })
})

describe('neighbour and progress', () => {
  it('walks both ways and stops at the ends', () => {
    expect(neighbour(GROUPS.register, 'age', 1)).toBe('consent')
    expect(neighbour(GROUPS.register, 'health', 1)).toBeNull()
    expect(neighbour(GROUPS.register, 'age', -1)).toBeNull()
  })
  it('counts groups over the whole flow', () => {
    expect(progress('register', 'age')).toEqual({ at: 1, of: 9 })
    expect(progress('account-information', 'social')).toEqual({ at: 9, of: 9 })
  })
})

describe('unfinishedPage', () => {
  it('starts an account from elsewhere at the questions, whatever its provider told', () => {
    expect(unfinishedPage({ firstName: 'Robin', dateOfBirth: null })).toBe('register')
    expect(unfinishedPage({ firstName: '', dateOfBirth: '' })).toBe('register')
  })

  it('goes on with the details of an account of ours, and asks nothing of one that has them', () => {
    expect(unfinishedPage({ firstName: '', dateOfBirth: '1996-04-12' })).toBe('account-information')
    expect(unfinishedPage({ firstName: 'Robin', dateOfBirth: '1996-04-12' })).toBeNull()
  })
})

describe('neverAsked', () => {
  const profile = (...codes: string[]) => ({
    bookingEligibility: {
      mode: 'blocked' as const,
      refusals: codes.map((code) => ({ code, message: '', field: '' })),
    },
  })

  it('is somebody who was added, and has neither consents nor health answers', () => {
    expect(neverAsked(profile('GUARDIAN_REQUIRED', 'CONSENT_REQUIRED'))).toBe(true)
  })

  it('is nobody with other gaps, or whose gaps are not known', () => {
    expect(neverAsked(profile('SCREENING_REQUIRED'))).toBe(false)
    expect(neverAsked(profile())).toBe(false)
    expect(neverAsked({})).toBe(false)
  })
})
