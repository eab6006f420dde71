import { field, press, queriesKnowing, renderQueried, screen, userEvent } from '../../../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import type { SignInResult } from '../../../../auth/sign-in-calls'
import { PasswordCard } from './PasswordCard'

const changePassword = vi.hoisted(() => vi.fn<() => Promise<object>>())
const signIn = vi.hoisted(() => vi.fn<() => Promise<SignInResult>>())
vi.mock('../../api', () => ({ changePassword }))
vi.mock('../../../../auth/sign-in', () => ({ useSignIn: () => ({ signIn }) }))

// A new password ends the other sessions, and a change of address that was not confirmed (RULES 10.3).
it('has the sessions and the profile loaded again after a new password', async () => {
  changePassword.mockResolvedValue({ uaid: '7' })
  signIn.mockResolvedValue({ error: null, status: 200, ok: true, url: '/' })
  const queries = queriesKnowing([queryKeys.devices, { sessions: [] }], [queryKeys.profile, { uaid: '7' }])
  renderQueried(<PasswordCard emailAddress="sam@example.org" />, queries)
  await userEvent.type(field('Current password'), 'six corners')
  await userEvent.type(field('New password'), 'six corners of the track')
  await press('Change password')
  await screen.findByText(/Your new password is set/)
  for (const key of [queryKeys.devices, queryKeys.profile])
    expect(queries.getQueryState(key)?.isInvalidated, key.join()).toBe(true)
})

it('says which password to try where no answer came: the session may have ended with the old one', async () => {
  changePassword.mockRejectedValue(new ApiFailure('ERR_NETWORK', '', 0))
  renderQueried(<PasswordCard emailAddress="sam@example.org" />)
  await userEvent.type(field('Current password'), 'six corners')
  await userEvent.type(field('New password'), 'six corners of the track')
  await press('Change password')
  expect((await screen.findByRole('alert')).textContent).toContain('Your new password may be set already')
})
