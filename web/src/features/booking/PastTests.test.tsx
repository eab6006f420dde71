import { render, screen } from '@testing-library/react'
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
