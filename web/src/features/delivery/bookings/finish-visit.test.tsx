import { field, press, renderQueried, screen, userEvent, waitFor, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { addDays } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { TEST_TYPES } from '../../../components/art/test-types'
import { bookingRow } from '../../../test/booking-row'
import { BookingDrawer } from './BookingDrawer'

const BOOKING = {
  ...bookingRow({ eventTestStatus: 'booked', score: null, onboardedAt: '2026-11-20T10:00:00Z' }),
  notes: 'Came early',
  history: [],
  protocols: {
    version: 1,
    tests: TEST_TYPES.map((TestType) => ({
      TestType,
      unit: 's',
      decimals: 3,
      low: 2,
      high: 10,
      attempts: 2,
    })),
  },
}
const result = (TestType: string, status = 'closed', revision = 1) => ({
  TestType,
  status,
  score: status === 'closed' ? 50 : null,
  revision,
  Attempts: [] as { score: number }[],
})
const SIX = TEST_TYPES.map((test) => result(test))

async function open(results: unknown[], more: object = {}) {
  vi.spyOn(api, 'get').mockResolvedValue({ ...BOOKING, results, ...more } as never)
  renderQueried(<BookingDrawer id="b1" row={undefined} onClose={vi.fn<() => void>()} />)
  await screen.findByText('Came early')
}
const button = (name: string) => screen.queryByRole('button', { name })
const FINISH = 'Finish with what was recorded'
const RECORD = 'Record a test'
/** A visit that ended so many days ago without a score. */
const ended = (ago: number) => ({ eventTestStatus: 'dnt', bookingDate: addDays(londonToday(), -ago) })

// RULES 4.5
it.each([
  [false, {}],
  [true, { holdReveal: true }],
])('a visit with six results is finished with those of the server (held: %s)', async (held, more) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001', score: 50 } as never)
  await open(SIX)
  await press(FINISH)
  if (held) await userEvent.click(screen.getByRole('checkbox', { name: /^Hold for the reveal/ }))
  await press('Finish the visit')
  const body = { uaid: '10000001', EventBookingId: 'b1', Status: 'completed', ...more }
  expect(post).toHaveBeenCalledWith('event/admin/final', body, { idempotencyKey: expect.any(String) })
})

it.each([
  ['a test is missing', SIX.slice(1), {}],
  ['a test was not done', [...SIX.slice(1), result('Cognitive', 'dnt')], {}],
  ['it waits for assistance', SIX, { eventTestStatus: 'assistance' }],
  ['it ended without a score more than a week ago', SIX, ended(8)],
  ['its score was removed', SIX, { ...ended(1), scoreRemoved: true }],
])('no visit is finished when %s', async (_, results, more) => {
  await open(results, more)
  expect(button(FINISH)).toBeNull()
})

// RULES 4.7, 4.8
it.each([
  ['without an onboarding', [], { onboardedAt: null }, true],
  ['without results', [], {}, true],
  ['with a result', SIX.slice(5), {}, false],
])('a booking %s can be moved and called off or not', async (_, results, more, can) => {
  await open(results, more)
  for (const name of ['Move', 'Decline', 'Cancel booking']) expect(button(name) !== null, name).toBe(can)
})

// RULES 4.5
it('a test that is missing is recorded, whatever the day', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never)
  await open(SIX.slice(1))
  await press(RECORD)
  const test = field('Test')
  expect([...test.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'Cognitive'])
  await press('Record it')
  screen.getByText('Choose a test.')
  await userEvent.selectOptions(test, 'Cognitive')
  await press('Record it')
  screen.getByText('Type at least one attempt.')
  const second = field(/^Attempt 2, in s/)
  await userEvent.type(field(/^Attempt 1, in s/), '3,45')
  await userEvent.type(second, 'fast')
  await press('Record it')
  expect(second.getAttribute('aria-invalid')).toBe('true')
  expect(post).not.toHaveBeenCalled()
  await userEvent.clear(second)
  await userEvent.type(second, '3.5')
  await press('Record it')
  const results = [{ TestType: 'Cognitive', Attempts: [{ score: 3.45 }, { score: 3.5 }], Status: 'closed' }]
  const body = { uaid: '10000001', eventBookingId: 'b1', results }
  expect(post).toHaveBeenCalledWith('event/admin/test', body, { idempotencyKey: expect.any(String) })
  await waitFor(() => expect(screen.queryByLabelText('Test')).toBeNull())
})

it('a test that is missing is marked as not done', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never)
  await open([...SIX.slice(2), result('Strength', 'open')])
  await press(RECORD)
  await userEvent.selectOptions(field('Test'), 'Strength')
  await userEvent.click(screen.getByRole('checkbox', { name: /^It was not done/ }))
  await press('Mark it as not done')
  const results = [{ TestType: 'Strength', Attempts: [], Status: 'dnt' }]
  expect(post.mock.lastCall?.[1]).toEqual({ uaid: '10000001', eventBookingId: 'b1', results })
})

it.each([
  ['has all six', SIX, {}],
  ['was never onboarded', [], { onboardedAt: null, protocols: null }],
  ['has a final', SIX.slice(1), { eventTestStatus: 'completed' }],
  ['was missed', [], { ...ended(1), onboardedAt: null, protocols: null }],
  ['ended without a score more than a week ago', SIX.slice(1), ended(8)],
  ['had its score removed', SIX.slice(1), { ...ended(1), scoreRemoved: true }],
])('no test is recorded for a visit that %s', async (_, results, more) => {
  await open(results, more)
  expect(button(RECORD)).toBeNull()
})

// RULES 4.5
it.each([
  ['of a visit that goes on', {}],
  ['of a visit that ended a week ago without a score', ended(7)],
])('a test %s is recorded though it was marked as not done', async (_, more) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never)
  await open([...SIX.slice(1), result('Cognitive', 'dnt', 2)], more)
  expect(button(FINISH)).toBeNull()
  await press(RECORD)
  screen.getByRole('option', { name: 'Cognitive (not done)' })
  await userEvent.selectOptions(field('Test'), 'Cognitive')
  expect(screen.queryByRole('checkbox', { name: /^It was not done/ })).toBeNull()
  await userEvent.type(field(/^Attempt 1, in s/), '3.45')
  await press('Record it')
  const results = [{ TestType: 'Cognitive', Attempts: [{ score: 3.45 }], Status: 'closed', replaces: 2 }]
  expect(post.mock.lastCall?.[1]).toEqual({ uaid: '10000001', eventBookingId: 'b1', results })
})

// RULES 4.5
it('a visit that ended without a score is finished once its six tests are in, and not moved', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001', score: 50 } as never)
  await open(SIX, ended(1))
  for (const name of ['Move', 'Decline', 'Cancel booking', RECORD]) expect(button(name), name).toBeNull()
  await press(FINISH)
  await press('Finish the visit')
  expect(post.mock.lastCall?.[1]).toMatchObject({ EventBookingId: 'b1', Status: 'completed' })
})

// RULES 11.5
it('a test that somebody else has recorded meanwhile is shown in the dialog, which stays', async () => {
  await open(SIX.slice(1))
  await press(RECORD)
  await userEvent.selectOptions(field('Test'), 'Cognitive')
  await userEvent.type(field(/^Attempt 1, in s/), '3.45')
  const current = { ...result('Cognitive'), Attempts: [{ score: 3.5 }] }
  vi.spyOn(api, 'post').mockRejectedValue(
    new ApiFailure('TEST_CLOSED', '', 409, 'results', null, null, { current }),
  )
  vi.spyOn(api, 'get').mockResolvedValue({ ...BOOKING, results: [current, ...SIX.slice(1)] } as never)
  await press('Record it')
  const dialog = await screen.findByRole('dialog', { name: 'Record a test of Robin Rival' })
  await within(dialog).findByText('Every test has a result by now.')
  within(dialog).getByText('Cognitive, 3.50 s, 50.00 points')
  within(dialog).getByText('Someone else has just closed that test.')
  expect(within(dialog).queryByLabelText('Test')).toBeNull()
})

it('a visit with a test that was not done says that it ends without a score', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never)
  await open([...SIX.slice(1), result('Cognitive', 'dnt')], { bookingDate: '2026-01-05' })
  expect(button('Did not test')).toBeNull()
  await press('End without a score')
  const dialog = screen.getByRole('alertdialog', { name: 'End Robin Rival’s visit without a score?' })
  await press('End without a score', dialog)
  expect(post.mock.lastCall?.[1]).toMatchObject({ eventBookingId: 'b1', eventTestStatus: 'dnt' })
})

it('nobody without results is said to have begun', async () => {
  await open([], { bookingDate: '2026-01-05' })
  expect(button('End without a score')).toBeNull()
  screen.getByRole('button', { name: 'Did not test' })
})
