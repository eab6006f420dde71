import { useEffect, useState } from 'react'
import { useOnline } from '../../../api/client/network'
import { signInAddress } from '../../../auth/protocol'
import { textOf } from '../../../features/content/content-item'
import { Desk, type OnboardNow } from '../../../features/instore/Desk'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { lazyPart } from '../../../components/lazy-part'
import { Loading, Skeleton } from '../../../components/feedback/States'
import type { PartProps } from '../../../first-html/part'

const Arrivals = lazyPart(async () => (await import('../../../features/kiosk/Arrivals')).Arrivals)

const loadBookPerson = async () =>
  (await import('../../../features/delivery/book-person/BookPerson')).BookPerson
const BookPerson = lazyPart(loadBookPerson)

/** Books a walk-in, which needs a network. */
function BookForToday({ onOnboard }: { onOnboard: OnboardNow }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon name="plus" small />
        Book for today
      </Button>
      {open && <BookPerson atDesk onOnboard={onOnboard} onClose={() => setOpen(false)} />}
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
  const online = useOnline()
  useEffect(() => {
    // Load it before the network goes, or a release replaces it.
    if (online) void loadBookPerson().catch(() => undefined)
  }, [online])
  return (
    <Desk
      title={title}
      signInHref={signInAddress(window.location.href)}
      arrivals={
        <Arrivals
          pending={
            <Loading label="Loading who is here">
              <Skeleton height="24rem" />
            </Loading>
          }
        />
      }
      walkIn={(onboard) => <BookForToday onOnboard={onboard} />}
    />
  )
}
