import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { answered } from '../../test/answers'
import { openedTeamQuery, teamQuery } from './api'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['form', (queries: QueryClient) => queries.fetchQuery(openedTeamQuery('t', 0))],
  ['page', (queries: QueryClient) => queries.fetchQuery(teamQuery('t'))],
])('the %s never has a team newer than its members', async (_, read) => {
  // Somebody adds an athlete after each answer, which raises the revision.
  let rev = 5
  const members = () => Array.from({ length: rev }, (_, index) => ({ uaid: String(index) }))
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = address.includes('/users') ? { users: members() } : { teams: [{ rev }] }
    rev += 1
    return answered(answer)
  })
  const { team, users } = await read(new QueryClient())
  expect(team?.rev).toBe(5)
  expect(users).toHaveLength(6)
})
