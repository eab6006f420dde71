import { render, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import type { UserProfile } from '../../../api/types'
import { PersonBookings } from './PersonBookings'

const completed = (eventBookingId: string, eventTestHeld: boolean) => ({
  eventBookingId,
  eventTestDate: '2026-11-20',
  eventTestTime: '10:00',
  eventTestStatus: 'completed',
  eventTestScore: 59.17,
  eventTestHeld,
})

// RULES 8.7
it('says which final is held for the reveal', () => {
  const eventList = [completed('b1', true), completed('b2', false)]
  render(<PersonBookings events={[{ eventId: 'e1', eventList }] as unknown as UserProfile['events']} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fri 20 Nov 2026, 10:00FinishedHeld for the reveal59.17',
    'Fri 20 Nov 2026, 10:00Finished59.17',
  ])
})
