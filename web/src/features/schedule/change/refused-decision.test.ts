import { expect, test } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { refusedDecision } from './refused-decision'

test('a place that has gone is told to staff, who join no waiting list', () => {
  const gone = new ApiFailure('SLOT_FULL', '', 409, 'eventTestTime', null, null, { eventBookingId: 'b1' })
  expect(refusedDecision(gone)).toEqual({
    eventBookingId: 'b1',
    sentence: 'Someone just took the last place at that time. Pick another time.',
  })
})
