import { lazy } from 'react'

// Most have a visit, and then nothing on the page needs their bookings.
export const EmptyLink = lazy(async () => ({ default: (await import('./BookedLink')).BookedLink }))
