import { field, press, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { useAuthData } from '../../../state/auth-store'
import { ForgotPassword } from './ForgotPassword'

const sendPasswordLink = vi.hoisted(() => vi.fn<(emailAddress: string) => Promise<void>>())
vi.mock('../api', () => ({ sendPasswordLink }))
vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

async function send() {
  renderQueried(<ForgotPassword />)
  await userEvent.type(field('E-mail'), 'sam@example.org')
  await press('Send the link')
}

beforeEach(() => {
  useAuthData.setState(useAuthData.getInitialState())
  sendPasswordLink.mockReset()
})

it('says that the link is on its way and keeps the status', async () => {
  sendPasswordLink.mockResolvedValue()
  await send()
  await screen.findByText(/link is on its way/)
  expect(useAuthData.getState().status.forgot).toBe('succeeded')
})

it('keeps a refusal as the status', async () => {
  sendPasswordLink.mockRejectedValue(new ApiFailure('TOO_MANY_REQUESTS', 'Try again in a while.', 429))
  await send()
  await waitFor(() => expect(useAuthData.getState().status.forgot).toBe('failed'))
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(screen.queryByText(/link is on its way/)).toBeNull()
})
