import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequireSession } from './RequireSession'
import { SessionClient } from './session-client'
import { SessionProvider } from './SessionProvider'

const PERSON = { user: { email: 'sam@example.com' }, expires: '', uaid: '7', role: 1, stamp: Date.now() }
let reachable = true
let replaced: string[] = []

beforeEach(() => {
  reachable = true
  replaced = []
  vi.stubGlobal('fetch', () =>
    reachable
      ? Promise.resolve(new Response(JSON.stringify(PERSON)))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.stubGlobal('location', {
    href: 'http://localhost:8080/en-gb/my-account',
    origin: 'http://localhost:8080',
    replace: (url: string) => replaced.push(url),
  })
})
afterEach(() => vi.unstubAllGlobals())

const page = (offline?: string) =>
  render(
    <SessionProvider client={new SessionClient()}>
      <RequireSession title="Mine" offline={offline}>
        {({ uaid }) => <p>Number {uaid}</p>}
      </RequireSession>
    </SessionProvider>,
  )

it('shows the page to somebody who is signed in', async () => {
  page()
  await screen.findByText('Number 7')
})

it('sends nobody away while the server cannot be asked, and goes on once it can', async () => {
  reachable = false
  page()
  await screen.findByText('You are offline')
  expect(replaced).toEqual([])
  reachable = true
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Number 7')
})

it('shows what the page has for that moment', async () => {
  reachable = false
  page('Kept here')
  await screen.findByText('Kept here')
  await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
})
