import {
  answered,
  press,
  refused,
  render,
  renderQueried,
  screen,
  serve,
  userEvent,
  waitFor,
} from '../../../test/kit'
import { describe, expect, it, vi } from 'vitest'
import { AddToCalendar } from './AddToCalendar'
import type { CalendarEvent } from './ics'
import { WalletButtons } from './WalletButtons'

const go = vi.hoisted(() => vi.fn<(url: string) => void>())
vi.mock('../../../auth/protocol', async (original) => ({ ...(await original<object>()), go }))

const EVENT: CalendarEvent = {
  uid: 'b1@sixfold.example',
  sequence: 0,
  confirmed: true,
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
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Add to Apple Wallet'])
  })

  it.each([
    ['Apple', new Response('PK'), '/api/event/ticket/apple?bookingId=b%2F1'],
    ['Google', answered({ url: 'https://pay.example/save' }), 'https://pay.example/save'],
  ])('of %s get the ticket', async (name, response, address) => {
    serve({ '*': response })
    show({ apple: true, google: true })
    await press(`Add to ${name} Wallet`)
    await waitFor(() => expect(go).toHaveBeenCalledWith(address))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['Apple', 'Google'])('of %s say why they do not get it, and the page stays', async (name) => {
    serve({ '*': refused(409, 'STATUS_CONFLICT') })
    show({ apple: true, google: true })
    await press(`Add to ${name} Wallet`)
    expect((await screen.findByRole('alert')).textContent).toMatch(/has just changed/)
    expect(go).not.toHaveBeenCalled()
  })

  it.each([undefined, { apple: false, google: false }])('are none with %o', (wallets) => {
    const { container } = show(wallets)
    expect(container.innerHTML).toBe('')
  })
})
