import { press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import type { CoachRequest } from '../api'
import { CoachBooking } from './CoachBooking'

const server = vi.hoisted(() => ({ answer: vi.fn() }))
vi.mock('../use-token-in-hash', () => ({ useTokenInHash: () => ({ answer: 'accept', token: 'a-token' }) }))
vi.mock('../api', () => ({ answerByLink: server.answer }))

const REQUEST: CoachRequest = {
  name: 'Coach Cole',
  access: 'asked',
  testDate: '2026-11-28',
  testTime: '14:15',
  cancelled: 0,
}

it.each([
  ['a place that is kept', REQUEST, 1, 'See your ticket'],
  ['no place any more', { ...REQUEST, testDate: '', testTime: '' }, 0, 'Go to My Profile'],
])('speaks of a place only while there is one: %s', async (_, request, places, link) => {
  server.answer.mockResolvedValue(request)
  renderQueried(<CoachBooking />)
  const accept = await screen.findByRole('button', { name: 'Let this coach see my results' })
  expect(screen.queryAllByText(/cancels your place/)).toHaveLength(places)
  await userEvent.click(accept)
  await screen.findByRole('link', { name: link })
})

it('says that the place is cancelled, though an earlier press, whose answer was lost, has cancelled it', async () => {
  server.answer.mockReset().mockResolvedValueOnce(REQUEST)
  server.answer.mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
  server.answer.mockResolvedValue({ ...REQUEST, access: 'declined', testDate: '', testTime: '' })
  renderQueried(<CoachBooking />)
  const decline = () => screen.findByRole('button', { name: 'That’s not for me' })
  await userEvent.click(await decline())
  await screen.findByRole('alert')
  await userEvent.click(await decline())
  await screen.findByText('Your place is cancelled, and Coach Cole won’t see your results.')
})

it('says that the place stays when it was too late to cancel it', async () => {
  server.answer.mockReset().mockResolvedValueOnce(REQUEST)
  server.answer.mockResolvedValue({ ...REQUEST, access: 'declined' })
  renderQueried(<CoachBooking />)
  await press('That’s not for me')
  await screen.findByText(/^Coach Cole won’t see your results\. Your place stays/)
  expect(screen.queryByText(/That’s off|cancelled/)).toBeNull()
  await screen.findByRole('link', { name: 'See your ticket' })
})
