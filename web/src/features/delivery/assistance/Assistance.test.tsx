import { act, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { Assistance } from './Assistance'

const REQUEST = {
  eventBookingId: 'booking',
  uaid: '70001',
  firstName: 'Robin',
  lastName: 'Rival',
  createdAt: '2026-11-01T09:00:00Z',
  assistanceType: 'A ramp',
  bookingDate: '',
  bookingTime: '',
  screening: 'cleared',
}

it('loses a request that somebody else has decided on', async () => {
  vi.useFakeTimers()
  let wishes = [REQUEST]
  vi.spyOn(api, 'get').mockImplementation(
    () => Promise.resolve({ wishes, total: wishes.length, cursor: null }) as never,
  )
  renderQueried(<Assistance />)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByRole('article', { name: 'Robin Rival' })
  wishes = []
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.queryByRole('article')).toBeNull()
  screen.getByText('Nobody is waiting for help')
})
