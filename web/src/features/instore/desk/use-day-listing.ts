import { useEffect } from 'react'
import { isOnline } from '../../../api/client/network'
import { useDay } from '../../../offline/day'
import { scoredBy } from '../onboarding/onboard'
import type { DeskContext } from './use-desk'

/** Passes each day's list to the desk, and requests a new one as soon as everything has been sent. */
export function useDayListing({ store, unsent, state }: DeskContext): void {
  const { day, askedAt, renew } = useDay()
  const waiting = [...unsent].sort().join(' ')
  const left = Object.keys(state.left).length
  useEffect(() => {
    const bookings = day?.bookings.map((one) => ({ ...one, protocols: scoredBy(one, day) })) ?? []
    store.dayListed({ askedAt, bookings }, new Set(waiting.split(' ').filter(Boolean)))
  }, [store, day, askedAt, waiting, left])
  useEffect(() => {
    if (waiting === '' && left > 0 && isOnline()) void renew()
    // `renew` never changes.
  }, [waiting, left, renew])
}
