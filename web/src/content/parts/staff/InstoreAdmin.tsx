import { lazy, Suspense, useState } from 'react'
import { signInAddress } from '../../../auth/protocol'
import { textOf } from '../../../features/content/content-item'
import { Desk, type OnboardNow } from '../../../features/instore/Desk'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { Loading, Skeleton } from '../../../components/feedback/States'
import type { PartProps } from '../../../first-html/part'

const Arrivals = lazy(async () => ({ default: (await import('../../../features/kiosk/Arrivals')).Arrivals }))

const BookPerson = lazy(async () => ({
  default: (await import('../../../features/delivery/book-person/BookPerson')).BookPerson,
}))

/** Books a walk-in. It needs a network: its code is loaded with the first press. */
function BookForToday({ onOnboard }: { onOnboard: OnboardNow }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon name="plus" small />
        Book for today
      </Button>
      {open && (
        <Suspense>
          <BookPerson atDesk onOnboard={onOnboard} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The in-store admin's area: the desk of this tablet, and today's athletes, found by name or code. */
export function InstoreAdmin({ item, page }: PartProps) {
  return (
    <KeptDesk title={textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || page.name} />
  )
}

/** The same without the page's content, for a tablet that cannot check the session. */
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
      walkIn={(onboard) => <BookForToday onOnboard={onboard} />}
    />
  )
}
