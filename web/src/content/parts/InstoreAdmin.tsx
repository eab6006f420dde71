import { signInAddress } from '../../auth/protocol'
import { textOf } from '../../features/content/content-item'
import { Desk } from '../../features/instore/Desk'
import { Bookings } from '../../features/staff/Bookings'
import type { PartProps } from '../part'

/** The in-store admin's area: the desk of this tablet, and who comes today, found by name or code. */
export function InstoreAdmin({ item, page }: PartProps) {
  return (
    <KeptDesk title={textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || page.name} />
  )
}

/** The same without the page's content, for a tablet that cannot ask who is signed in. */
export function KeptDesk({ title }: { title: string }) {
  return (
    <Desk
      title={title}
      signInHref={signInAddress(window.location.href)}
      today={
        <Bookings
          empty={{ title: 'Nobody is booked today', text: 'A booking for today appears here by itself.' }}
        />
      }
    />
  )
}
