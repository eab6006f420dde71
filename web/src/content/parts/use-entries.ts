import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { profileQuery } from '../../api/queries'
import { useSession } from '../../auth/SessionProvider'
import { readEntries } from '../../features/booking/entry'

/** The signed-in person's bookings, newest first, and the state of the query. */
export function useEntries() {
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const profile = useQuery({ ...profileQuery(), enabled: signedIn })
  const events = profile.data?.events
  const entries = useMemo(() => (events ? readEntries(events) : null), [events])
  return { signedIn, entries, profile }
}
