import { shortDate } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import { LinkButton } from '../../components/Button'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { paths } from '../../paths'
import type { Today } from './api'

/** Finals of earlier days that are still held. Nothing if there are none. */
export function HeldFinals({ held }: { held: Today['heldFinals'] }) {
  const one = held?.count === 1
  return (
    <LiveRegion>
      {held && (
        <Notice
          title={one ? 'A final is still held' : `${counted(held.count, 'final')} are still held`}
          actions={
            <LinkButton variant="secondary" href={paths.revealDesk()}>
              Reveal desk
            </LinkButton>
          }
        >
          {one ? 'It dates from' : 'The earliest dates from'} {shortDate(held.earliest)}. Athletes do not see
          their score until it is revealed.
        </Notice>
      )}
    </LiveRegion>
  )
}
