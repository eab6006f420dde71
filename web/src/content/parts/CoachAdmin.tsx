import { TeamBookings } from '../../features/staff/TeamBookings'
import type { PartProps } from '../part'
import { StaffArea } from './StaffArea'

/** The coach's area: when the athletes of their team come. */
export function CoachAdmin(props: PartProps) {
  return (
    <StaffArea {...props}>
      <TeamBookings />
    </StaffArea>
  )
}
