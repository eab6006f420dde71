import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AddToCalendar } from './AddToCalendar'
import type { CalendarEvent } from './ics'
import { WalletButtons } from './WalletButtons'
import { renderQueried } from '../../../test/render'

const EVENT: CalendarEvent = {
  uid: 'b1@sixfold.example',
  title: 'Sixfold test',
  place: 'The Academy',
  url: 'https://sixfold.example/en-gb/my-account-my-booking',
  description: 'Booking code 7K3QXM.',
  startMs: 1_800_000_000_000,
  endMs: 1_800_005_400_000,
  stampMs: 0,
}

describe('the calendars', () => {
  it('are shown by a press and hidden by Escape, which gives the focus back', async () => {
    const user = userEvent.setup()
    render(<AddToCalendar event={EVENT} />)
    const button = screen.getByRole('button', { name: 'Add to calendar' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(screen.getByRole('list', { name: 'Calendars' })).toBeDefined()
    const links = screen.getAllByRole('link')
    expect(links.map((link) => new URL(link.getAttribute('href') ?? '').host)).toEqual([
      'calendar.google.com',
      'outlook.live.com',
      'outlook.office.com',
    ])
    await user.tab()
    expect(document.activeElement).toBe(links[0])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('list')).toBeNull()
    expect(document.activeElement).toBe(button)
  })
})

describe('the wallets', () => {
  const show = (wallets: { apple: boolean; google: boolean } | undefined) =>
    renderQueried(<WalletButtons bookingId="b/1" wallets={wallets} />)

  it('are those that the academy has keys for (RULES 4.14)', () => {
    show({ apple: true, google: false })
    const link = screen.getByRole('link', { name: 'Add to Apple Wallet' })
    expect(link.getAttribute('href')).toBe('/api/event/ticket/apple?bookingId=b%2F1')
    // A phone would put the file among its downloads.
    expect(link.hasAttribute('download')).toBe(false)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([undefined, { apple: false, google: false }])('are none with %o', (wallets) => {
    const { container } = show(wallets)
    expect(container.innerHTML).toBe('')
  })
})
