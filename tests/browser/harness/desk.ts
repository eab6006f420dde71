// The test day's beginnings: staff signed in by the API, and a place today.
import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'

/** The password of everybody in the demo. */
export const DEMO = 'six-tests-one-score'

/** A bearer token of one of the demo's people. */
export async function tokenOf(api: Api, emailAddress: string): Promise<string> {
  const answer = await api.call<{ token: string }>('POST', 'user/login', { emailAddress, password: DEMO })
  return answer.data.token
}

/** A place on the day itself, which only the programme team can give. */
export async function bookToday(api: Api, athlete: Athlete, date: string): Promise<Booked> {
  const delivery = await tokenOf(api, 'delivery@sixfold.example')
  const body = {
    uaid: athlete.uaid,
    tShirtSize: 'L',
    assistanceRequired: false,
    emergencyName: 'Sam Rival',
    emergencyNumber: '+447700900456',
    eventTestDate: date,
    eventTestTime: '14:15',
    eventTestType: 'test',
    eventTestStatus: 'booked',
    bypassBookingRule: true,
  }
  const answer = await api.call<Booked>('POST', 'user/event/booking', body, delivery)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.data
}
