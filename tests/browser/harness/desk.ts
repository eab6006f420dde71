// What a test day begins with, a place on the day, and what it ends with: six tests and a final.
import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'
import { tokenOf } from './session.ts'

/** A place on the day itself, which only the programme team can give. */
export async function bookToday(api: Api, athlete: Athlete, date: string, time = '14:15'): Promise<Booked> {
  const delivery = await tokenOf(api, 'delivery@sixfold.example')
  const body = {
    uaid: athlete.uaid,
    tShirtSize: 'L',
    assistanceRequired: false,
    emergencyName: 'Sam Rival',
    emergencyNumber: '+447700900456',
    eventTestDate: date,
    eventTestTime: time,
    eventTestType: 'test',
    eventTestStatus: 'booked',
    bypassBookingRule: true,
  }
  const answer = await api.call<Booked>('POST', 'user/event/booking', body, delivery)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.data
}

/** Each of them is worth 50 points. */
const RAW = { Cognitive: 65, Strength: 32.5, Power: 45, Speed: 3.45, Agility: 5.3, Endurance: 9.5 }

/** Onboards somebody and closes their six tests; `power` is their jump in cm, 15 to 75 for 0 to 100 points. */
export async function testAll(api: Api, booked: Booked, power = RAW.Power): Promise<void> {
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const post = async (path: string, body: object) => {
    const answer = await api.call('POST', path, body, staff)
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  }
  const { uaid, eventBookingId } = booked
  await post('event/admin/onboard', { code: booked.code })
  for (const [TestType, score] of Object.entries({ ...RAW, Power: power }))
    await post('event/admin/test', { uaid, eventBookingId, results: { TestType, Attempts: [{ score }] } })
}

/** Ends a test day whose six tests are closed with a final that waits for its reveal. */
export async function holdFinal(api: Api, { uaid, eventBookingId }: Booked): Promise<void> {
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const body = { uaid, EventBookingId: eventBookingId, Status: 'completed', holdReveal: true }
  const answer = await api.call('POST', 'event/admin/final', body, staff)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
}
