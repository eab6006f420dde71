// What a test day begins with: a place on the day.
import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'
import { tokenOf } from './session.ts'

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
