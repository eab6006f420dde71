import { press, queriesKnowing, renderQueried, screen, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import { ConfirmEmail, UndoEmailChange } from './EmailLinks'

const undoEmailChange = vi.hoisted(() => vi.fn<(token: string) => Promise<object>>())
const confirmEmailByLink = vi.hoisted(() => vi.fn<(token: string) => Promise<object>>())
vi.mock('../use-mailed-token', () => ({ useMailedToken: () => 'a-token' }))
vi.mock('../api', () => ({ undoEmailChange, confirmEmailByLink }))

beforeEach(() => {
  undoEmailChange.mockResolvedValue({ done: true })
})

it.each([
  ['both', 2],
  ['credentials', 2],
  ['sso', 0],
])('with sign-in by %s, speaks of a new password %d times', async (authMode, times) => {
  const config = { authMode, event: {}, now: '2026-11-21T14:15:00Z' }
  renderQueried(<UndoEmailChange />, queriesKnowing([queryKeys.config, config]))
  const said = [screen.getByText(/Take it back/).textContent ?? '']
  await userEvent.click(screen.getByRole('button', { name: 'Take my address back' }))
  said.push((await screen.findByText(/Your account has its old address back/)).textContent ?? '')
  expect(said.filter((words) => words.includes('password'))).toHaveLength(times)
})

it.each([
  ['undone', UndoEmailChange, undoEmailChange, 'Take my address back'],
  ['confirmed', ConfirmEmail, confirmEmailByLink, 'Confirm my address'],
])('says that it may be %s already where an answer was lost', async (_, Page, call, button) => {
  call
    .mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
    .mockRejectedValueOnce(new ApiFailure('TOKEN_INVALID', '', 422, 'token'))
  renderQueried(
    <Page />,
    queriesKnowing([queryKeys.config, { authMode: 'both', event: {}, now: '2026-11-21T14:15:00Z' }]),
  )
  await press(button)
  await screen.findByRole('alert')
  await press(button)
  await screen.findByText(/If an earlier try got no answer, it most likely worked/)
})
