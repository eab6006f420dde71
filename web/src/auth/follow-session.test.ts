import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchAuthorization } from '../api/calls'
import { useAuthData } from '../state/auth-store'
import { useEligibility } from '../state/eligibility-store'
import { purgeState } from '../state/resets'
import { sealedStorage } from '../state/storage/sealed-storage'
import { followSession } from './follow-session'
import { LOADING, SIGNED_OUT, type Session, type SessionState } from './session'
import type { SessionClient } from './session-client'

vi.mock('../api/calls', () => ({ fetchAuthorization: vi.fn() }))

const TEMP = { emailAddress: 'sam@example.com', firstName: 'Sam', lastName: 'Rival', gender: 'female' }
const session = (stamp: number): Session => ({
  user: { email: 'sam@example.com' },
  expires: '',
  uaid: '7',
  role: 1,
  token: 't',
  stamp,
})

let state: SessionState
let told: () => void
let unsure = false
let stop: () => void
const onRegistration = vi.fn()

const enter = (next: SessionState) => {
  state = next
  told()
}
const signIn = (stamp: number) => enter({ status: 'authenticated', data: session(stamp) })
const NO_HINTS = { isRedirect: false, userProfileRegistration: false, temp: null }
const answer = (extra: object) =>
  vi
    .mocked(fetchAuthorization)
    .mockResolvedValue({ uaid: '7', role: 1, stamp: 1, expires: '', ...NO_HINTS, ...extra })

beforeEach(async () => {
  vi.mocked(fetchAuthorization).mockReset()
  onRegistration.mockReset()
  await purgeState()
  state = LOADING
  unsure = false
  const client = {
    getState: () => state,
    isUnsure: () => unsure,
    subscribe: (listener: () => void) => {
      told = listener
      return () => undefined
    },
  } as unknown as SessionClient
  stop = followSession(client, onRegistration)
})
afterEach(() => stop())

it('a login stores its time, number and token', async () => {
  answer({ isRedirect: false })
  signIn(5)
  expect(useAuthData.getState()).toMatchObject({
    isAuthenticated: true,
    uaid: '7',
    token: 't',
    role: 1,
    stamp: 5,
  })
  await waitFor(() => expect(fetchAuthorization).toHaveBeenCalledOnce())
  expect(onRegistration).not.toHaveBeenCalled()
})

it('on the redirect flag it stores the temporary details, and registration begins once', async () => {
  answer({ isRedirect: true, temp: TEMP, userProfileRegistration: true })
  signIn(5)
  await waitFor(() => expect(onRegistration).toHaveBeenCalledOnce())
  expect(useAuthData.getState()).toMatchObject({
    isRedirect: true,
    temp: TEMP,
    userProfileRegistration: true,
  })
  expect(useEligibility.getState().PARQ).toBeNull()
  signIn(5)
  expect(fetchAuthorization).toHaveBeenCalledOnce()
})

it('whoever answered at sign-up is not asked again', async () => {
  answer({ isRedirect: true, temp: TEMP, userProfileRegistration: false })
  signIn(5)
  await waitFor(() => expect(onRegistration).toHaveBeenCalledOnce())
  expect(useEligibility.getState()).toMatchObject({ ageRange: true, consent: true, PARQ: true })
})

it('the details are asked for again after a reload, and the page stays', async () => {
  useAuthData.getState().update({ uaid: '7', stamp: 5, isRedirect: true })
  answer({ isRedirect: true, temp: TEMP, userProfileRegistration: true })
  signIn(5)
  await waitFor(() => expect(useAuthData.getState().temp).toEqual(TEMP))
  expect(onRegistration).not.toHaveBeenCalled()
})

it('a login that is known is not asked about', () => {
  useAuthData.getState().update({ uaid: '7', stamp: 5 })
  signIn(5)
  expect(fetchAuthorization).not.toHaveBeenCalled()
})

it('an answer that comes after the next login is not taken', async () => {
  let late = (_: object) => {}
  vi.mocked(fetchAuthorization).mockReturnValueOnce(new Promise((resolve) => (late = resolve as typeof late)))
  signIn(5)
  answer({ isRedirect: false })
  signIn(6)
  late({ isRedirect: true, temp: TEMP })
  await waitFor(() => expect(fetchAuthorization).toHaveBeenCalledTimes(2))
  await Promise.resolve()
  expect(useAuthData.getState().isRedirect).toBe(false)
  expect(onRegistration).not.toHaveBeenCalled()
})

it('a question that failed is asked again', async () => {
  vi.mocked(fetchAuthorization).mockRejectedValueOnce(new Error('503'))
  signIn(5)
  await waitFor(() => expect(fetchAuthorization).toHaveBeenCalledOnce())
  expect(onRegistration).not.toHaveBeenCalled()
})

it('what was kept of a session that ended meanwhile is purged', async () => {
  useAuthData.getState().update({ uaid: '7', stamp: 5 })
  useEligibility.getState().update({ PARQ: true })
  enter(SIGNED_OUT)
  expect(useAuthData.getState().uaid).toBeNull()
  await waitFor(() => expect(useEligibility.getState().PARQ).toBeNull())
})

it('what was kept of somebody whose session ended unnoticed is purged before the next person’s is stored', async () => {
  answer({ isRedirect: false })
  useAuthData.getState().update({ uaid: '6', stamp: 5 })
  useEligibility.getState().update({ PARQ: true })
  unsure = true
  enter(SIGNED_OUT)
  expect(useAuthData.getState().uaid).toBe('6')
  unsure = false
  signIn(6)
  expect(useEligibility.getState().PARQ).toBeNull()
  const stored = () => sealedStorage<object>().getItem('auth')
  await waitFor(async () => expect(await stored()).toMatchObject({ state: { uaid: '7', stamp: 6 } }))
  expect(useAuthData.getState()).toMatchObject({ isAuthenticated: true, uaid: '7', token: 't', stamp: 6 })
  expect(fetchAuthorization).toHaveBeenCalledOnce()
})

it('what was kept stays while nobody can be asked whether the session has ended', async () => {
  useAuthData.getState().update({ uaid: '7', stamp: 5 })
  unsure = true
  enter(SIGNED_OUT)
  await Promise.resolve()
  expect(useAuthData.getState().uaid).toBe('7')
  unsure = false
  enter(SIGNED_OUT)
  expect(useAuthData.getState().uaid).toBeNull()
})
