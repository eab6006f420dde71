import { press, queriesKnowing, renderQueried, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'
import { dayBooking } from '../../test/day-booking'
import { arrivalsQuery, type ArrivalsDay } from './api'
import { WhoIsHere } from './WhoIsHere'

const DAY: ArrivalsDay = {
  date: '2026-11-20',
  bookings: [{ ...dayBooking('b1'), eventTestStatus: 'booked' }],
}

it('has the other lists of the day read again once somebody is noted as here', async () => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never)
  vi.spyOn(api, 'post').mockResolvedValue({ arrivedAt: '2026-11-20T09:50:00Z' } as never)
  const today = [...queryKeys.mine, 'today']
  const queries = queriesKnowing([arrivalsQuery().queryKey, DAY], [today, {}])
  renderQueried(<WhoIsHere />, queries)
  await press('Here: Robin Rival')
  await waitFor(() => expect(queries.getQueryState(today)?.isInvalidated).toBe(true))
})
