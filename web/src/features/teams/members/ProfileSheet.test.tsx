import { renderQueried, screen, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import type { CoachAccess } from '../api'
import { ProfileSheet } from './ProfileSheet'

const VISIT = {
  eventBookingId: 'b1',
  eventTestDate: '2026-11-20',
  eventTestTime: '10:00',
  eventTestStatus: 'completed',
  eventTestHeld: false,
  eventTestScore: 59.17,
}
const HELD = { ...VISIT, eventTestHeld: true, eventTestScore: null }
const SPEED = { TestType: 'Speed', best: 3.45, unit: 's', score: 50 }

/** Opens the profile of an athlete with one visit, and its results as the server shows them to this coach. */
async function show(coachAccess: CoachAccess, visit: object, results: object[]) {
  const person = { uaid: '7', firstName: 'Robin', lastName: 'R.', coachAccess }
  const profile = { ...person, events: [{ eventList: [visit] }] }
  const answer = (path: string) => Promise.resolve(path === 'user/results' ? { results } : profile)
  const get = vi.spyOn(api, 'get').mockImplementation(answer as never)
  renderQueried(<ProfileSheet uaid="7" name={person} onClose={vi.fn<() => void>()} />)
  await screen.findByText('Fri 20 Nov 2026, 10:00')
  return get
}

// RULES 12.2
it('shows a coach who was accepted the mark and the points of each test', async () => {
  await show('accepted', VISIT, [{ eventBookingId: 'b1', tests: [SPEED] }])
  const row = await screen.findByRole('row', { name: /^Speed/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['3.45 s', '50.00'])
  screen.getByText('59.17')
})

it.each<[what: string, access: CoachAccess, visit: object, calls: string[]]>([
  ['to a coach who was asked about', 'asked', { ...VISIT, eventTestScore: null }, ['event/admin/profile']],
  ['of a visit that is held', 'accepted', HELD, ['event/admin/profile', 'user/results']],
])('shows no result %s', async (_, access, visit, calls) => {
  const get = await show(access, visit, [])
  expect(get.mock.calls.map(([path]) => path)).toEqual(calls)
  expect(screen.queryByRole('table')).toBeNull()
})

// RULES 4.17
it('does not tell a coach why a visit has no score', async () => {
  await show('accepted', { ...VISIT, eventTestStatus: 'dnt', eventTestScore: null }, [])
  screen.getByText('No result')
  expect(screen.queryByText('Did not test')).toBeNull()
})
