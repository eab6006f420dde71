import { queriesKnowing, renderQueried, screen } from '../../test/kit'
import { expect, it } from 'vitest'
import { requestsQuery } from './api'
import { WaitingRequests } from './WaitingRequests'

it.each([
  [['1', '1'], 'A desk handed over results'],
  [['1', '2', '1'], 'Desks handed over results of 2 athletes'],
])('counts athletes, not requests: %s', (uaids, title) => {
  const requests = uaids.map((uaid, at) => ({ uaid, requestId: String(at) }))
  renderQueried(
    <WaitingRequests href="/" />,
    queriesKnowing([requestsQuery().queryKey, { requests, more: false }]),
  )
  expect(screen.getByText(title)).toBeTruthy()
})
