import { renderQueried, screen, userEvent, within } from '../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { CancelBooking } from './CancelBooking'

const ask = vi.hoisted(() => vi.fn<() => Promise<null>>())
const session = vi.hoisted(() => ({ unreached: false }))
vi.mock('../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'unauthenticated' }),
  useUnreached: () => ({ ...session, ask }),
}))

const BEFORE = window.location.pathname
afterEach(() => window.history.replaceState(null, '', BEFORE))

// RULES 13.10
it('has a visitor sign in, and brings them back to the page', () => {
  const here = '/en-gb/news?part=2#track'
  window.history.replaceState(null, '', here)
  renderQueried(<CancelBooking onClose={vi.fn()} />)
  const dialog = within(screen.getByRole('dialog', { name: 'Sign in to cancel your test' }))
  expect(dialog.queryByText(/no open booking/)).toBeNull()
  const link = dialog.getByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe(paths.login({ callbackUrl: here }))
})

it('asks nobody to sign in while it cannot be checked whether they are', async () => {
  session.unreached = true
  ask.mockResolvedValue(null)
  renderQueried(<CancelBooking onClose={vi.fn()} />)
  const dialog = within(screen.getByRole('dialog', { name: 'You are offline' }))
  dialog.getByText(/^Cancelling a test needs a connection\./)
  expect(dialog.queryByRole('link', { name: 'Sign in' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(ask).toHaveBeenCalledOnce()
  await dialog.findByText(/^Still no connection\./)
})
