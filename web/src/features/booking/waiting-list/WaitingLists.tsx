import type { WaitlistLine } from '../../../api/booking'
import { Invitation } from '../../../notifications/Invitation'
import type { Obstacle } from '../next-steps'
import { WaitingList } from './WaitingList'
import { WaitlistOffer } from './WaitlistOffer'

interface WaitingListsProps {
  lines: readonly WaitlistLine[] | undefined
  /** What has to be settled before a place can be taken. */
  obstacle: Obstacle | null
  /** Whether it is too late to move the booking that they have. */
  closed: boolean
  /** Whether something else on the page offers notifications. */
  invited?: boolean
}

/** The places offered to somebody, their waiting lists, and being told of the next place. */
export function WaitingLists({ lines, obstacle, closed, invited = false }: WaitingListsProps) {
  return (
    <>
      {!closed && <WaitlistOffer lines={lines} obstacle={obstacle} />}
      <WaitingList lines={lines} closed={closed} />
      {!invited && lines && lines.length > 0 && <Invitation topic="offers" />}
    </>
  )
}
