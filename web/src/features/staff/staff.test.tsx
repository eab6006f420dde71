import { field, refused, renderQueried, screen, serve, userEvent, within } from '../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../academy/civil-date'
import { Bookings } from './Bookings'
import { byDay, type BookingSearch, type StaffBooking } from './api'
import { TeamBookings } from './TeamBookings'

const booking = (more: Partial<StaffBooking> = {}): StaffBooking => ({
  uaid: '1',
  eventBookingId: 'b1',
  firstName: 'Robin',
  lastName: 'Hale',
  eventTestCode: 'K7M2QX',
  bookingDate: '2026-11-21',
  bookingTime: '10:15',
  eventTestStatus: 'booked',
  eventTestType: 'test',
  tShirtSize: 'M',
  assistanceRequired: false,
  ...more,
})

/** What the server says to a search; a number is a failure of that status. */
let answer: (search: BookingSearch) => { bookings: StaffBooking[]; more: boolean } | number
let asked: BookingSearch[]

beforeEach(() => {
  asked = []
  answer = () => ({ bookings: [], more: false })
  serve({
    '*': (search: BookingSearch) => {
      asked.push(search)
      const said = answer(search)
      return typeof said === 'number' ? refused(said, 'INTERNAL', { errorMessage: 'Oh' }) : said
    },
  })
})
const shown = (what: ReactNode) => renderQueried(what)
const today = () => shown(<Bookings empty={{ title: 'Nobody is booked today', text: 'They appear here.' }} />)

describe('the bookings of a day', () => {
  it('stand in a table under their day', async () => {
    answer = () => ({
      bookings: [
        booking(),
        booking({
          eventBookingId: 'b2',
          firstName: 'Casey',
          bookingTime: '',
          eventTestType: 'retest',
          eventTestStatus: 'assistance',
          assistanceRequired: true,
        }),
        booking({ eventBookingId: 'b3', bookingDate: '2026-11-22', eventTestStatus: 'dnt' }),
      ],
      more: false,
    })
    today()
    const saturday = await screen.findByRole('region', { name: /^Saturday 21 November 2026/ })
    expect(saturday.textContent).toContain('2 athletes')
    const [first, second] = within(saturday).getAllByRole('row').slice(1)
    expect(first?.textContent).toBe('10:15Robin HaleK7M2QXFirst testMBooked')
    expect(second?.textContent).toBe('OpenCasey HaleK7M2QXRetestMAsked for helpAsked for help')
    const sunday = screen.getByRole('region', { name: /^Sunday 22 November 2026/ })
    expect(sunday.textContent).toContain('1 athlete')
    within(sunday).getByText('No result')
  })

  it('leave no cell blank where a coach is told nothing yet', async () => {
    answer = () => ({
      bookings: [booking({ eventTestCode: '', eventTestType: '', tShirtSize: '' })],
      more: false,
    })
    today()
    const row = (await screen.findByText('Robin Hale')).closest('tr')
    expect(row?.textContent).toBe('10:15Robin Hale–––Booked')
  })

  it('are nobody’s yet', async () => {
    today()
    await screen.findByText('Nobody is booked today')
  })

  it('are searched by name or code', async () => {
    answer = ({ search }) => ({ bookings: search === '' ? [booking()] : [], more: search === '' })
    today()
    await screen.findByText('There are more than 100. Search to find the rest.')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or code' }), ' Pat ')
    await screen.findByText('Nobody by that name or code')
    expect(asked.at(-1)).toEqual({ search: 'Pat' })
  })

  it('that did not come can be asked for again', async () => {
    answer = () => 500
    today()
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer = () => ({ bookings: [booking()], more: false })
    await userEvent.click(again)
    await screen.findByText('Robin Hale')
  })
})

describe('the bookings of a team', () => {
  it('are asked for thirty days ahead, and never backwards', async () => {
    shown(<TeamBookings />)
    await screen.findByText('Nobody of your team is booked')
    const [{ from = '', to = '' } = {}] = asked
    expect(addDays(from, 30)).toBe(to)
    const last = field(/^To/)
    await userEvent.clear(last)
    await userEvent.type(last, addDays(from, -3))
    await screen.findByText('The last day is before the first. Pick a later one.')
    expect(asked.every((search) => !search.from || !search.to || search.from <= search.to)).toBe(true)
  })
})

describe('days', () => {
  it('gather what follows each other', () => {
    const days = byDay([
      booking(),
      booking({ bookingDate: '2026-11-22' }),
      booking({ bookingDate: '2026-11-22' }),
    ])
    expect(days.map(({ date, bookings }) => [date, bookings.length])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 2],
    ])
  })
})
