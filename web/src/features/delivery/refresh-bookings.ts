import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/queries'

/** Reads bookings and free places again, without waiting for them. */
export function refreshBookings(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeys.mine })
  void client.invalidateQueries({ queryKey: queryKeys.availability })
}
