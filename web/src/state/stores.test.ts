import { afterEach, describe, expect, it } from 'vitest'
import { useAlert } from './alert-store'
import { useAuthData } from './auth-store'
import { useBookingData } from './booking-store'
import { useEligibility } from './eligibility-store'
import { useMediaData } from './media-store'
import { purgeState, resetState } from './resets'
import { flushSealedStorage, sealedStorage } from './storage/sealed-storage'

const TEMP = { emailAddress: 'sam@example.com', firstName: 'Sam', lastName: 'Rival', gender: 'female' }
const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('sixfold.'))

async function fill() {
  useBookingData.getState().update({ initDate: '2026-11-28', eventBookingType: 'retest' })
  useEligibility.getState().update({ ageRange: true, PARQ: true })
  useMediaData.getState().update({ page: 3, colour: 2, format: 'square', shows: ['rank', 'gain'] })
  useAuthData.getState().update({ uaid: '7', token: 'secret', isAuthenticated: true, temp: TEMP, stamp: 5 })
  useAuthData.getState().setStatus('adminLogin', 'failed', { errorCode: '401', errorMessage: 'no' })
  useAlert.getState().show({ tone: 'good', message: 'Booked.' })
  await flushSealedStorage()
}

function expectEmpty() {
  expect(useBookingData.getState().initDate).toBeNull()
  expect(useEligibility.getState().PARQ).toBeNull()
  expect(useMediaData.getState()).toMatchObject({ page: 1, colour: 0, format: 'story', shows: ['handle'] })
  expect(useAuthData.getState()).toMatchObject({
    uaid: null,
    token: null,
    isAuthenticated: false,
    temp: null,
    error: null,
    status: { login: 'idle', adminLogin: 'idle', forgot: 'idle', signup: 'idle' },
  })
  expect(useAlert.getState().alert).toBeNull()
}

afterEach(purgeState)

describe('signing out', () => {
  it('leaves everything empty, in memory and where it was kept', async () => {
    await fill()
    expect(kept()).not.toEqual([])
    await purgeState()
    await flushSealedStorage()
    expect(kept()).toEqual([])
    expectEmpty()
  })

  it('in another tab empties the memory of this one and leaves what is kept to the next person', async () => {
    await fill()
    const before = localStorage.getItem('sixfold.booking')
    resetState()
    await flushSealedStorage()
    expectEmpty()
    expect(localStorage.getItem('sixfold.booking')).toBe(before)
  })
})

describe('what is kept', () => {
  it('is these slices, without modal, alert and share, and cannot be read', async () => {
    await fill()
    expect(kept().sort()).toEqual(['sixfold.auth', 'sixfold.booking', 'sixfold.eligibility', 'sixfold.media'])
    const text = kept()
      .map((name) => localStorage.getItem(name))
      .join()
    for (const word of ['sam@example.com', 'Rival', 'secret', '2026-11-28', 'uaid']) {
      expect(text).not.toContain(word)
    }
  })

  it('is stripped of temporary registration data, token and errors, and is of version 1', async () => {
    await fill()
    const auth = await sealedStorage<object>().getItem('auth')
    expect(auth).toEqual({
      version: 1,
      state: { isRedirect: false, userProfileRegistration: false, role: null, stamp: 5, uaid: '7' },
    })
  })

  it('is encrypted by a key that cannot be taken out', async () => {
    await fill()
    const { openDB } = await import('idb')
    const database = await openDB('sixfold-keys', 1)
    const key = (await database.get('keys', 'state-1')) as CryptoKey
    database.close()
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })
})

it('each operation of the auth state has a status of its own', () => {
  const { setStatus } = useAuthData.getState()
  for (const of of ['login', 'adminLogin', 'forgot', 'signup'] as const) {
    for (const status of ['loading', 'succeeded', 'failed'] as const) {
      const error = status === 'failed' ? { errorCode: '422', errorMessage: 'no' } : null
      setStatus(of, status, error)
      expect(useAuthData.getState().status[of]).toBe(status)
      expect(useAuthData.getState().error).toEqual(error)
    }
  }
})
