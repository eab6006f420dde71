import { render, screen, userEvent } from '../../test/kit'
import { expect, it } from 'vitest'
import { booked } from '../../test/booked'
import { PastTests } from './PastTests'

// RULES 4.17
it('says of a visit whose score was removed that it was, and what was measured', () => {
  const results = [{ testType: 'Speed', score: null, attempts: [{ score: 3.45 }] }]
  const removed = booked({ eventTestStatus: 'dnt', eventTestScoreRemoved: true, results })
  render(<PastTests entries={[removed]} formatScore={String} />)
  screen.getByText('Score removed')
  screen.getByText(/^Our team has removed the score of this visit/)
  screen.getByText(/3\.45/)
  expect(screen.queryByText('Did not test')).toBeNull()
})

it('opens the newest final, and folds the older ones up to their day, score and gain', async () => {
  const visit = (id: string, date: string, score: number) =>
    booked({ eventBookingId: id, eventTestDate: date, eventTestScore: score, eventTestStatus: 'completed' })
  const visits = [
    visit('c', '2026-11-10', 78.7),
    visit('b', '2026-08-04', 74.2),
    visit('a', '2026-05-05', 75),
  ]
  const cancelled = booked({ eventBookingId: 'd', eventTestDate: '2026-12-01', eventTestStatus: 'cancelled' })
  render(
    <PastTests
      entries={[cancelled, ...visits]}
      formatScore={String}
      detail={({ eventBookingId }) => `Detail of ${eventBookingId}`}
    />,
  )
  screen.getByText(/Detail of c/)
  expect(screen.queryByText(/Detail of [ab]/)).toBeNull()
  const folded = screen.getAllByRole('heading', { name: /Aug|May/ }).map(({ textContent }) => textContent)
  expect(folded).toEqual(['Tue 4 Aug 2026, 10:0074.2−0.80', 'Tue 5 May 2026, 10:0075'])
  expect(screen.getAllByText(/ancelled/)).toHaveLength(1)
  await userEvent.click(screen.getByText('74.2'))
  await screen.findByText(/Detail of b/)
})
