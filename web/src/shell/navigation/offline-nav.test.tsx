// The frame around a stored ticket: if the session cannot be checked, there is no sign-in prompt.
import { renderQueried, screen, waitFor } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionClient } from '../../auth/session-client'
import { SessionProvider } from '../../auth/SessionProvider'
import { AppShell } from '../AppShell'
import { routed } from '../../test/router'

let reachable: boolean
beforeEach(() => {
  vi.stubGlobal('fetch', () =>
    reachable ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('Failed to fetch')),
  )
})
async function show() {
  const client = new SessionClient()
  renderQueried(
    <SessionProvider client={client}>
      {routed(<AppShell menu={null} overlay={null} />, '/en-gb/my-account-my-booking')}
    </SessionProvider>,
  )
  await screen.findByRole('navigation', { name: 'Main' })
  await waitFor(() => expect(client.getState().status).not.toBe('loading'))
}

it('offers Login and Sign up to a visitor', async () => {
  reachable = true
  await show()
  await screen.findByRole('link', { name: 'Login' })
})

it('offers neither while the server is out of reach', async () => {
  reachable = false
  await show()
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
})
