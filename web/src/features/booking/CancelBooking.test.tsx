import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { renderQueried } from '../../test/render'
import { CancelBooking } from './CancelBooking'

vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'unauthenticated' }) }))

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
