import { lazy, Suspense } from 'react'
import { signInAddress } from '../../auth/protocol'
import { textOf } from '../../features/content/content-item'
import { Desk } from '../../features/instore/Desk'
import { Bookings } from '../../features/staff/Bookings'
import { Loading, Skeleton } from '../../components/States'
import type { PartProps } from '../part'

const Arrivals = lazy(async () => ({ default: (await import('../../features/kiosk/Arrivals')).Arrivals }))

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
      arrivals={
        <Suspense
          fallback={
            <Loading label="Loading who is here">
              <Skeleton height="24rem" />
            </Loading>
          }
        >
          <Arrivals />
        </Suspense>
      }
      today={
        <Bookings
          empty={{ title: 'Nobody is booked today', text: 'A booking for today appears here by itself.' }}
        />
      }
    />
  )
}
