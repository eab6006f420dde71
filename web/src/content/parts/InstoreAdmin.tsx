import { Bookings } from '../../features/staff/Bookings'
import type { PartProps } from '../part'
import { StaffArea } from './StaffArea'

/** The in-store admin's area: who comes today, found by name or code. */
export function InstoreAdmin(props: PartProps) {
  return (
    <StaffArea {...props}>
      <Bookings
        empty={{ title: 'Nobody is booked today', text: 'A booking for today appears here by itself.' }}
      />
    </StaffArea>
  )
}
