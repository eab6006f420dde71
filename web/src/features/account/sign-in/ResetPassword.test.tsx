import { field, press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { ResetPassword } from './ResetPassword'

const setForgottenPassword = vi.hoisted(() => vi.fn<(token: string, password: string) => Promise<object>>())
vi.mock('../use-mailed-token', () => ({ useMailedToken: () => 'a-token' }))
vi.mock('../api', () => ({ setForgottenPassword }))

it('does not say that nothing has changed where the answer to the first try was lost', async () => {
  setForgottenPassword
    .mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
    .mockRejectedValueOnce(new ApiFailure('TOKEN_INVALID', '', 422, 'token'))
  renderQueried(<ResetPassword />)
  await userEvent.type(field('New password'), 'six corners of the track')
  await press('Set password')
  await screen.findByRole('alert')
  await press('Set password')
  await screen.findByText(/most likely worked: sign in with your new password/)
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/en-gb/login')
})

it('names no time for a link that is over: an invitation lives longer than other links', async () => {
  setForgottenPassword.mockRejectedValue(new ApiFailure('TOKEN_INVALID', '', 422, 'token'))
  renderQueried(<ResetPassword />)
  await userEvent.type(field('New password'), 'six corners of the track')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByText('This link has been used or has run out')
  expect(screen.getByText(/A link works once/).textContent).not.toMatch(/\d|minute/)
})
