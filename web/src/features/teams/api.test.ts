import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { serve } from '../../test/kit'
import { openedTeamQuery, teamQuery } from './api'

it.each([
  ['form', (queries: QueryClient) => queries.fetchQuery(openedTeamQuery('t', 0))],
  ['page', (queries: QueryClient) => queries.fetchQuery(teamQuery('t'))],
])('the %s never has a team newer than its members', async (_, read) => {
  // Somebody adds an athlete after each answer, which raises the revision.
  let rev = 5
  const members = (length: number) => Array.from({ length }, (_, index) => ({ uaid: String(index) }))
  serve({
    'GET event/booking/team/users': () => ({ users: members(rev++) }),
    'GET event/booking/team': () => ({ teams: [{ rev: rev++ }] }),
  })
  const { team, users } = await read(new QueryClient())
  expect(team?.rev).toBe(5)
  expect(users).toHaveLength(6)
})
