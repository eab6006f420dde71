// A retest opens `retestDelay` days after the completed test: the page says when, and the server says no.
import { expect, test } from 'vitest'

import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('too soon for a retest', async () => {
  const athlete = await stage.api.athlete()
  const [first, second] = (await stage.api.days()).filter((day) => day.open)
  const time = first?.slots.find((slot) => slot.available)?.time ?? ''
  const booked = await stage.api.book(athlete, first?.date ?? '', time)
  expect(booked.error).toBeNull()
  completeToday(booked.data.eventBookingId)

  const retest = second?.slots.find((slot) => slot.available)?.time ?? ''
  const refused = await stage.api.book(athlete, second?.date ?? '', retest, { eventTestType: 'retest' })
  expect(refused.status).toBe(422)
  expect(refused.error?.errorCode).toBe('RETEST_TOO_SOON')

  const page = await stage.open('/en-gb/my-account-book-test', athlete)
  await page.getByRole('grid').waitFor()
  await page
    .getByText(/You can book your retest from/)
    .first()
    .waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('grid')
        .getByRole('button', { name: /places? left$/ })
        .count(),
    )
    .toBe(0)
})

/** Writes that a test was done today; without its seat, which the demo may have taken. */
function completeToday(bookingId: string): void {
  const today = stage.server.now().toISOString().slice(0, 10)
  const sql = "UPDATE booking SET status = 'completed', test_date = ?, seat = NULL WHERE booking_id = ?"
  expect(stage.server.change(sql, today, bookingId)).toBe(1)
}
