import { press, renderQueried, screen, serve, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { booked } from '../../../test/booked'
import type { BookingEntry } from '../entry'
import type { Book } from '../use-book'
import { Alerts } from './Alerts'

vi.mock('../../../rules', () => ({
  useRules: () => ({
    WEEKDAYS: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
  }),
}))
vi.mock('../../../notifications/Invitation', () => ({ Invitation: () => null }))

const alert = (alertId: string, day: string, sentAt: string | null = null) => ({
  alertId,
  days: [day],
  part: 'ANY',
  until: '2027-01-31',
  createdAt: '2026-11-20T10:00:00Z',
  sentAt,
  eventTestDate: sentAt && '2026-11-28',
  eventTestTime: sentAt && '10:00',
})

let alerts: ReturnType<typeof alert>[]

beforeEach(() => {
  alerts = [alert('a-1', 'SATURDAY'), alert('a-2', 'SUNDAY')]
  serve({
    'GET event/alerts': () => alerts,
    'DELETE event/alerts/*': (_, { call }) => {
      alerts = alerts.filter(({ alertId }) => !call.endsWith(alertId))
      return alerts
    },
  })
})

function show(moving: BookingEntry | null = null) {
  const book = { today: '2026-11-20', earliest: () => null } as unknown as Book
  renderQueried(<Alerts book={book} moving={moving} date="2026-11-28" onChoose={vi.fn()} />)
}

const remove = (day: string) =>
  screen.findByRole('button', { name: new RegExp(`Remove\\s*the alert: ${day}, until 31\\sJan\\s2027`) })

async function removed(day: string) {
  await userEvent.click(await remove(day))
  await waitFor(() => expect(screen.queryByText(`${day}, until 31 Jan 2027`)).toBeNull())
}

it('keeps what was chosen in the form when an alert is removed', async () => {
  show()
  await remove('Saturday')
  await press('Tell me when a time opens')
  await userEvent.click(screen.getByRole('radio', { name: 'Evening' }))
  await removed('Saturday')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Evening' }).checked).toBe(true)
  await screen.findByText('The alert is removed.')
  expect(document.activeElement).not.toBe(document.body)
})

it('moves the focus on to the way to another alert when one is removed', async () => {
  show()
  await removed('Saturday')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tell me when a time opens' }))
  await removed('Sunday')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tell me when a time opens' }))
})

it('keeps the focus when there can be no other alert', async () => {
  const watched = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
  alerts = [
    alert('sent', 'SUNDAY', '2026-11-19T10:00:00Z'),
    ...watched.map((day, at) => alert(`b-${at}`, day)),
  ]
  show()
  await removed('Sunday')
  screen.getByText('You have 5 alerts. Remove one to set another.')
  expect(document.activeElement).not.toBe(document.body)
})

// RULES 5.5
it('watches for nothing while they have such a time', async () => {
  show(booked({ eventTestDate: '2026-12-05' }))
  await remove('Saturday')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('You have a time like that already'),
    expect.stringContaining('We are watching'),
  ])
})
