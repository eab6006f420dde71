import { renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { paths } from '../../../paths'
import type { Book } from '../use-book'
import { TimeAlerts } from './TimeAlerts'

vi.mock('./Alerts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const BOOK = { viewOf: () => ({ look: 'open' }) } as unknown as Book

it('stays, and offers to try again, when the network is lost before its form has loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderQueried(
    <>
      <p>The calendar</p>
      <TimeAlerts book={BOOK} moving={null} date="2026-11-28" signedIn onChoose={vi.fn()} />
    </>,
  )
  await screen.findByRole('button', { name: 'Try again' })
  screen.getByText('The calendar')
  screen.getByRole('heading', { name: 'None of these suits you?' })
})

// RULES 5.4
it('has a visitor sign in, and brings them back to the chosen day', () => {
  renderQueried(
    <TimeAlerts book={BOOK} moving={null} date="2026-11-28" signedIn={false} onChoose={vi.fn()} />,
  )
  const href = screen.getByRole('link', { name: 'Sign in to set an alert' }).getAttribute('href')
  const { pathname, searchParams } = new URL(href ?? '', window.location.href)
  expect(pathname).toBe(paths.login())
  expect(searchParams.get('callbackUrl')).toBe(paths.bookTest({ date: '2026-11-28' }))
})
