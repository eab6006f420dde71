import { field, press, renderQueried, screen, userEvent, waitFor, within } from '../../test/kit'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { useAlert } from '../../state/alert-store'
import { TEAM, teamMember } from '../../test/team'
import type { Team } from './api'
import type { TeamDraft } from './draft'
import type { TeamsProps } from './props'
import { TeamForm } from './TeamForm'

// Shows what would be asked on leaving.
vi.mock('../../state/LeaveDialog', () => ({
  LeaveDialog: ({ unsaved, children }: { unsaved: () => boolean; children: ReactNode }) =>
    unsaved() ? children : null,
}))

const question = () => screen.queryByText(/what you typed is lost/)

const WeekAfter: TeamsProps['pickPlace'] = ({ value, onChange }) => (
  <button type="button" onClick={() => onChange({ ...value, date: '2026-11-27', time: '10:00' })}>
    The week after
  </button>
)

const fresh = (date: string): TeamDraft => ({
  name: '',
  coach: '',
  people: [],
  place: { date, time: null, bypass: false },
})
const stored = (): TeamDraft => ({
  name: TEAM.teamName,
  coach: '9',
  people: [teamMember('1'), teamMember('2')],
  place: { date: TEAM.testDate, time: TEAM.testTime, bypass: false },
})

const form = (
  start: TeamDraft,
  before?: Team,
  onSaved = vi.fn<(id: string) => void>(),
  onCopy = vi.fn<() => void>(),
) => (
  <TeamForm
    start={start}
    before={before}
    own
    pickPlace={WeekAfter}
    onLeave={vi.fn<() => void>()}
    onSaved={onSaved}
    onCopy={onCopy}
  />
)

it('asks about a new team once something was typed, however often the free days are fetched', async () => {
  const { rerender } = renderQueried(form(fresh('2026-11-20')))
  rerender(form(fresh('2026-11-21')))
  expect(question()).toBeNull()
  await userEvent.type(field('Name of the team'), 'J')
  expect(question()).toBeTruthy()
})

it('asks about a team that was put on another day at the same time', async () => {
  renderQueried(form(stored(), TEAM))
  expect(question()).toBeNull()
  await press('The week after')
  expect(question()).toBeTruthy()
})

it('does not ask once the athletes are those that it began with', async () => {
  const found = [teamMember('1'), teamMember('3', { firstName: 'Cleo' })]
  vi.spyOn(api, 'post').mockResolvedValue({ users: found, more: false } as never)
  const people = [teamMember('1'), teamMember('2', { firstName: 'Ben' })]
  renderQueried(form({ ...stored(), people }, TEAM))
  await userEvent.type(field('Find an athlete'), 'rival')
  const list = within(await screen.findByRole('list', { name: 'Found' }))
  const add = (name: RegExp) => userEvent.click(list.getByRole('button', { name }))
  const takeOut = (name: string) => press(`Take ${name} out of the team`)
  await add(/^Cleo Rival/)
  expect(question()).toBeTruthy()
  await takeOut('Cleo Rival')
  expect(question()).toBeNull()
  // The same athletes, now in another order.
  await takeOut('Robin Rival')
  expect(question()).toBeTruthy()
  await add(/^Robin Rival/)
  expect(question()).toBeNull()
  // As many, but somebody else.
  await takeOut('Ben Rival')
  await add(/^Cleo Rival/)
  expect(question()).toBeTruthy()
})

it('is saved on the members that it showed, and over theirs on those that the dialog showed', async () => {
  const current = { ...TEAM, uaids: ['1'] }
  const post = vi
    .spyOn(api, 'post')
    .mockRejectedValueOnce(new ApiFailure('TEAM_CHANGED', '', 409, null, null, null, { current }))
    .mockResolvedValueOnce({ teamBookingId: 't', rev: 5, members: [] } as never)
  const onSaved = vi.fn<(id: string) => void>()
  renderQueried(form(stored(), TEAM, onSaved))
  await press('Save team')
  await press('Save mine over it')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('t'))
  const [first, second] = post.mock.calls.map(([, body]) => body)
  expect(first).toMatchObject({ rev: 4, uaids: ['1', '2'], opened: ['1', '2'] })
  expect(second).toMatchObject({ rev: 4, uaids: ['1', '2'], opened: ['1'] })
})

const over = () => ({
  ...stored(),
  people: [
    teamMember('1', { eventTestStatus: 'completed' }),
    teamMember('2', { firstName: 'Ben', eventTestStatus: 'dnt' }),
  ],
})

it('offers a team that is over as a new one, and none that has a test ahead', async () => {
  const onCopy = vi.fn<() => void>()
  const { unmount } = renderQueried(form(over(), TEAM, undefined, onCopy))
  expect(screen.queryByText(/a time that can’t hold them all/)).toBeNull()
  await press('New team with these athletes')
  expect(onCopy).toHaveBeenCalledOnce()
  unmount()
  renderQueried(form(stored(), TEAM))
  expect(screen.getByText(/2 athletes: a time that can’t hold them all/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New team with these athletes' })).toBeNull()
})

it.each([
  ['nobody has a new place', [], 'Harriers: saved.'],
  [
    'somebody has one',
    [{ uaid: '1', testDate: TEAM.testDate, testTime: '10:00' }],
    'Harriers: saved. E-mails about new places are on their way.',
  ],
])('speaks of e-mails about places only if there are any: %s', async (_, members, message) => {
  vi.spyOn(api, 'post').mockResolvedValue({ teamBookingId: 't', rev: 5, members } as never)
  const onSaved = vi.fn<(id: string) => void>()
  renderQueried(form(stored(), TEAM, onSaved))
  await press('Save team')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('t'))
  expect(useAlert.getState().alert?.message).toBe(message)
})
