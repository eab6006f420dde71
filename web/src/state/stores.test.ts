import { expect, it } from 'vitest'
import { useAlert } from './alert-store'
import { useAuthData } from './auth-store'
import { useBookingData } from './booking-store'
import { useEligibility } from './eligibility-store'
import { purgeState } from './resets'
import { flushSealedStorage } from './sealed-storage'

it('is empty again after signing out, in memory and where it was kept', async () => {
  useBookingData.getState().update({ initDate: '2026-11-28', eventBookingType: 'retest' })
  useEligibility.getState().update({ ageRange: true, PARQ: true })
  useAuthData.getState().update({ uaid: '7', token: 'secret', isAuthenticated: true })
  useAlert.getState().show({ tone: 'good', message: 'Booked.' })
  await flushSealedStorage()
  expect(localStorage.getItem('sixfold.booking')).not.toBeNull()
  await purgeState()
  await flushSealedStorage()
  expect(Object.keys(localStorage).filter((name) => name.startsWith('sixfold.'))).toEqual([])
  expect(useBookingData.getState().initDate).toBeNull()
  expect(useEligibility.getState().PARQ).toBeNull()
  expect(useAuthData.getState()).toMatchObject({ uaid: null, token: null, isAuthenticated: false })
  expect(useAlert.getState().alert).toBeNull()
})
