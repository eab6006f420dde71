import { render, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import type { AssistanceRequest } from './api'
import { RequestCard } from './RequestCard'

const request = {
  eventBookingId: 'booking',
  uaid: '70001',
  firstName: 'Ada',
  lastName: 'Athlete',
  createdAt: '2026-11-01T09:00:00Z',
  assistanceType: 'A ramp',
  bookingDate: null,
  bookingTime: null,
} as unknown as AssistanceRequest

const nothing = () => undefined

const show = (screening: AssistanceRequest['screening']) =>
  render(<RequestCard request={{ ...request, screening }} onPlace={nothing} onDecline={nothing} />)

it('gives no age to answers that may have been erased, or never given', () => {
  show('expired')
  screen.getByText('Questions due')
  screen.getByText(/^Their health answers are missing or over a year old/)
})

it('asks for a talk after a yes, and for nothing of somebody who is cleared', () => {
  const { unmount } = show('not-cleared')
  screen.getByText(/^Talk to them about their screening answers first/)
  unmount()
  show('cleared')
  screen.getByText('Cleared to test')
  expect(screen.queryByText(/answers/)).toBeNull()
})
