import { field, press, renderQueried, screen } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import type { AddressQuery } from '../../state/address'
import { TEAM } from '../../test/team'
import type { TeamFilter } from './api'
import { TeamList } from './TeamList'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] }))

const day = (label: string) => field(label).value

/** Answers with the pages of both lists; the cursor of a page is the place of the next one. */
function answering({
  teams = [{ teams: [], cursor: null }],
  coaches = [{ coaches: [], cursor: null }],
}: {
  teams?: unknown[]
  coaches?: unknown[]
}) {
  const pages: Readonly<Record<string, unknown[]>> = {
    'event/booking/team': teams,
    'event/admin/coaches': coaches,
  }
  const answer = (path: string, { query }: { query: { cursor?: string | null } }) =>
    Promise.resolve(pages[path]?.[Number(query.cursor ?? 0)])
  return vi.spyOn(api, 'get').mockImplementation(answer as never)
}

const open = (query: AddressQuery) =>
  renderQueried(
    <TeamList query={query} onQuery={vi.fn()} pickPlace={() => null} onOpen={vi.fn()} onNew={vi.fn()} />,
  )

it.each<[query: AddressQuery, filter: TeamFilter]>([
  [{}, { from: '2026-11-22', to: '2026-12-22' }],
  [{ coach: '9' }, { uaid: '9' }],
  [
    { coach: '9', from: '2026-12-01' },
    { uaid: '9', from: '2026-12-01', to: '2026-12-31' },
  ],
  [
    { coach: '9', to: '2026-11-01' },
    { uaid: '9', from: '2026-11-01', to: '2026-11-01' },
  ],
])('lists the teams of a coach whatever their day until one is named, given %j', async (query, filter) => {
  const get = answering({ teams: [{ teams: [TEAM], cursor: null }] })
  open(query)
  await screen.findByRole('button', { name: TEAM.teamName })
  const options = { query: { ...filter, cursor: null } }
  expect(get).toHaveBeenCalledWith('event/booking/team', expect.objectContaining(options))
  expect([day('From'), day('To')]).toEqual([filter.from ?? '', filter.to ?? ''])
})

it('goes on to further teams at a press', async () => {
  const further = { ...TEAM, teamBookingId: 'u', teamName: 'Sprinters' }
  answering({
    teams: [
      { teams: [TEAM], cursor: '1' },
      { teams: [further], cursor: null },
    ],
  })
  open({})
  await screen.findByRole('button', { name: TEAM.teamName })
  expect(screen.queryByRole('button', { name: further.teamName })).toBeNull()
  await press('Show more')
  await screen.findByRole('button', { name: further.teamName })
  screen.getByRole('button', { name: TEAM.teamName })
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('filters by every coach, however many pages they fill', async () => {
  const coach = (uaid: string, firstName: string) => ({ uaid, firstName, lastName: 'Coach' })
  answering({
    coaches: [
      { coaches: [coach('8', 'Ada')], cursor: '1' },
      { coaches: [coach('9', 'Kim')], cursor: null },
    ],
  })
  open({ coach: '9' })
  await screen.findByRole('option', { name: 'Kim Coach' })
  screen.getByRole('option', { name: 'Ada Coach' })
  expect(field<HTMLSelectElement>(/^Coach/).value).toBe('9')
})
