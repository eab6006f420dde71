import { field, press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { addDays, shortDate } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { bookingRow } from '../../../test/booking-row'
import { OnboardDialog } from './OnboardDialog'

const inDays = (days: number) => addDays(londonToday(), days)

function open(bookingDate: string) {
  const booking = bookingRow({ bookingDate, eventTestStatus: 'booked', score: null })
  const onClose = vi.fn<() => void>()
  renderQueried(<OnboardDialog booking={booking} onClose={onClose} />)
  return onClose
}
const onboard = () => press('Onboard')

// RULES 11.1
it.each([
  ['today', 0],
  ['the day before', -1],
  ['a week ago', -7],
])('a booking of another day moves to the day of its test: %s', async (_, ago) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001' } as never)
  const onClose = open(inDays(2))
  const days = [...field('Day of the test').querySelectorAll('option')]
  expect(days.map(({ value }) => value)).toEqual([0, -1, -2, -3, -4, -5, -6, -7].map(inDays))
  expect(days.slice(0, 2).map(({ text }) => text)).toEqual(['Today', shortDate(inDays(-1))])
  await userEvent.selectOptions(field('Day of the test'), inDays(ago))
  await onboard()
  expect(post.mock.lastCall?.[1]).toEqual({ code: '7K3QXM', override: true, day: inDays(ago) })
  expect(onClose).toHaveBeenCalledOnce()
})

it('a booking of today is onboarded as the desk does it', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001' } as never)
  open(inDays(0))
  expect(screen.queryByLabelText('Day of the test')).toBeNull()
  await onboard()
  expect(post.mock.lastCall?.[1]).toEqual({ code: '7K3QXM' })
})

// RULES 6.4
it('speaks of the athlete, not to them, where it is refused', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure('SCREENING_NOT_CLEARED', '', 422))
  const onClose = open(inDays(2))
  await onboard()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Robin gave a health answer that needs a talk first. Record a clearance under Users, then try again.',
  )
  expect(onClose).not.toHaveBeenCalled()
})
