import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { renderQueried } from '../../test/render'
import type { AddressQuery } from '../../state/address'
import { TEAM } from '../../test/team'
import type { TeamFilter } from './api'
import { TeamList } from './TeamList'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] }))

const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

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
  const answers: Readonly<Record<string, unknown>> = {
    'event/booking/team': { teams: [TEAM], more: false },
    'event/admin/coaches': { coaches: [], more: false },
  }
  const answer = (path: string) => Promise.resolve(answers[path])
  const get = vi.spyOn(api, 'get').mockImplementation(answer as never)
  renderQueried(
    <TeamList query={query} onQuery={vi.fn()} pickPlace={() => null} onOpen={vi.fn()} onNew={vi.fn()} />,
  )
  await screen.findByRole('button', { name: TEAM.teamName })
  expect(get).toHaveBeenCalledWith('event/booking/team', expect.objectContaining({ query: filter }))
  expect([day('From'), day('To')]).toEqual([filter.from ?? '', filter.to ?? ''])
})
