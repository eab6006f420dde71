import { press, render, screen, waitFor } from '../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { RequireSession } from './RequireSession'
import { SessionClient } from './session-client'
import { SessionProvider } from './SessionProvider'

const PERSON = { user: { email: 'sam@example.com' }, expires: '', uaid: '7', role: 1, stamp: Date.now() }
let reachable = true
let signedIn = true
let replaced: string[] = []

beforeEach(() => {
  reachable = true
  replaced = []
  signedIn = true
  vi.stubGlobal('fetch', () =>
    reachable
      ? Promise.resolve(new Response(JSON.stringify(signedIn ? PERSON : {})))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.stubGlobal('location', {
    href: 'http://localhost:8080/en-gb/my-account',
    origin: 'http://localhost:8080',
    replace: (url: string) => replaced.push(url),
  })
})
const page = (offline?: string, offlineStays = false) =>
  render(
    <SessionProvider client={new SessionClient()}>
      <RequireSession title="Mine" offline={offline} offlineStays={offlineStays}>
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

it('says that another try failed', async () => {
  reachable = false
  page()
  await press('Try again')
  expect(await screen.findByText(/^Still no connection\./)).toBeTruthy()
  reachable = true
  await press('Try again')
  await screen.findByText('Number 7')
})

it('shows what the page has for that moment', async () => {
  reachable = false
  page('Kept here')
  await screen.findByText('Kept here')
  await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
})

it('keeps showing it when the session has ended meanwhile, and sends nobody away from it', async () => {
  reachable = false
  page('The desk', true)
  await screen.findByText('The desk')
  reachable = true
  signedIn = false
  window.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.getByText('The desk')).toBeTruthy()
  expect(replaced).toEqual([])
  signedIn = true
  reachable = false
  window.dispatchEvent(new Event('online'))
  expect(screen.getByText('The desk')).toBeTruthy()
})

it('sends away whoever is not signed in, also where something stays without a network', async () => {
  signedIn = false
  page('The desk', true)
  await waitFor(() => expect(replaced).toHaveLength(1))
  expect(screen.queryByText('The desk')).toBeNull()
})
