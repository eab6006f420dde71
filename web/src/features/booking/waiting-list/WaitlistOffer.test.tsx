import { useQuery } from '@tanstack/react-query'
import { noNetwork, press, queriesKnowing, refused, renderQueried, screen, serve } from '../../../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitlistQuery } from '../../../api/booking'
import { queryKeys } from '../../../api/queries'
import { paths } from '../../../paths'
import type { Obstacle } from '../next-steps'
import { WaitlistOffer } from './WaitlistOffer'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))
const session = vi.hoisted(() => ({ status: '' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))

const HERE = window.location.pathname

const LINE = {
  eventId: 'academy',
  eventTestDate: '2026-11-24',
  eventTestTime: '10:15',
  position: 1,
  offerExpiresAt: null,
}

let offerId: string | null
let refusal: string

beforeEach(() => {
  session.status = 'authenticated'
  offerId = 'o-1'
  refusal = 'OFFER_GONE'
  serve({
    'GET event/booking/waitlist': () => [{ ...LINE, offerId }],
    'POST event/booking/waitlist/accept': () => {
      // The answer after the refusal does not have it any more.
      if (refusal === 'OFFER_GONE') offerId = null
      return refused(409, refusal)
    },
  })
})
afterEach(() => window.history.replaceState(null, '', HERE))

/** The offers, and the one that the newest answer has. */
function Page({ obstacle = null }: { obstacle?: Obstacle | null }) {
  const lines = useQuery(waitlistQuery()).data
  return (
    <>
      <WaitlistOffer lines={lines} obstacle={obstacle} />
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
  await press('Take this place')
  await screen.findByText('Offered: null')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('That place is gone')
  expect(screen.queryByRole('button', { name: 'Take this place' })).toBeNull()
  // The focus was on the button that is gone.
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

const STEP = {
  title: 'A few questions first',
  first: 'Answer the health questions first.',
  href: '/register',
  link: 'Answer the health questions',
}
const OBSTACLE: Obstacle = { code: 'CONSENT_REQUIRED', message: 'Accept the terms to go on.', nextStep: STEP }

// RULES 5.2
it('says at once what has to be settled first if that is why it was refused, and keeps the focus there', async () => {
  refusal = 'CONSENT_REQUIRED'
  const { rerender } = renderQueried(<Page />)
  await press('Take this place')
  const alert = await screen.findByRole('alert')
  rerender(<Page obstacle={OBSTACLE} />)
  expect(screen.getByRole('alert')).toBe(alert)
  expect(alert.textContent).toContain(OBSTACLE.message)
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

// RULES 5.2
it('says what to settle first, with the way there, and does not offer the place until then', async () => {
  renderQueried(<Page obstacle={OBSTACLE} />)
  await screen.findByText('Offered: o-1')
  const notice = screen.getByText('A place came free for you').closest('[role="status"]')
  expect(notice?.textContent).toContain(OBSTACLE.message)
  expect(screen.getByRole('link', { name: STEP.link }).getAttribute('href')).toBe(STEP.href)
  expect(screen.queryByRole('button', { name: 'Take this place' })).toBeNull()
})

// RULES 5.2
it('leads a visitor with the mail’s link to sign in, without telling the server the offer', async () => {
  session.status = 'unauthenticated'
  window.history.replaceState(null, '', `${HERE}#offer=o-1`)
  renderQueried(<WaitlistOffer lines={undefined} obstacle={null} />)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in to take it' })
  expect([link.pathname, link.search]).toEqual([paths.login(), ''])
  expect(link.getAttribute('href')).toBe(paths.login({ callbackUrl: `${HERE}#offer=o-1` }))
})

// RULES 5.2
it('says that the ticket comes later if only the link is known and nothing can be read', async () => {
  window.history.replaceState(null, '', `${HERE}#offer=o-1`)
  serve({
    'GET *': [],
    'POST event/booking/waitlist/accept': () => {
      serve({ '*': noNetwork })
      return { uaid: '1', code: 'NEW123', eventBookingId: 'b-1' }
    },
  })
  const known = queriesKnowing([queryKeys.profile, { uaid: '1', events: [] }])
  renderQueried(<WaitlistOffer lines={undefined} obstacle={null} />, known)
  await press('Take this place')
  const notice = await screen.findByText('This place is yours')
  expect(notice.closest('[role="status"]')?.textContent).toContain('Your ticket is on My tests')
  expect(screen.queryByRole('button', { name: 'Take this place' })).toBeNull()
})
