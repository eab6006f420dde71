import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitlistQuery } from '../../../api/queries'
import { answered, refused } from '../../../test/answers'
import { renderQueried } from '../../../test/render'
import { WaitlistOffer } from './WaitlistOffer'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))

const HERE = window.location.pathname

const LINE = {
  eventId: 'academy',
  eventTestDate: '2026-11-24',
  eventTestTime: '10:15',
  position: 1,
  offerExpiresAt: null,
}

let offerId: string | null

beforeEach(() => {
  offerId = 'o-1'
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET')
      return address.includes('waitlist')
        ? answered([{ ...LINE, offerId }])
        : Response.json({ csrfToken: 'token' })
    // The answer after the refusal does not have it any more.
    offerId = null
    return refused(409, 'OFFER_GONE')
  })
})
afterEach(() => window.history.replaceState(null, '', HERE))

/** The offers, and the one that the newest answer has. */
function Page() {
  const lines = useQuery(waitlistQuery()).data
  return (
    <>
      <WaitlistOffer lines={lines} />
      <output>{lines ? `Offered: ${lines[0]?.offerId}` : null}</output>
    </>
  )
}

// RULES 5.2
it.each([
  ['of their own list', ''],
  ['of the mail’s link', '#offer=o-1'],
])('says that the place %s is gone, and does not offer it again', async (_, hash) => {
  window.history.replaceState(null, '', `${HERE}${hash}`)
  renderQueried(<Page />)
  await screen.findByText('Offered: o-1')
  await userEvent.click(screen.getByRole('button', { name: 'Take this place' }))
  await screen.findByText('Offered: null')
  expect((await screen.findByRole('alert')).textContent).toContain('That place is gone')
  expect(screen.queryByRole('button', { name: 'Take this place' })).toBeNull()
})
