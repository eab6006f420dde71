import { useLocation, useNavigate } from '@tanstack/react-router'
import { useSession } from '../../../auth/SessionProvider'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { paths } from '../../../paths'
import { readQuery, type InAddress } from '../../../state/address'
import type { PartProps } from '../../../first-html/part'
import { SectionRail } from '../delivery/SectionRail'
import { sectionOf } from '../delivery/sections'
import styles from './DeliveryAdmin.module.css'
import { StaffArea } from './StaffArea'

const WAITING = (
  <Loading>
    <Skeleton height="20rem" />
  </Loading>
)

/** The programme-delivery admin's area: the navigation, and the section in the address. */
export function DeliveryAdmin(props: PartProps) {
  const { data: session } = useSession()
  const navigate = useNavigate()
  const query = readQuery(useLocation({ select: (location) => location.searchStr }))
  const section = sectionOf(query.section)
  if (!section) return null
  const { key, Draw } = section
  const onQuery: InAddress['onQuery'] = (change, step = false) => {
    // From the address as it is now: of two changes at once, the second would otherwise undo the first.
    const now = readQuery(window.location.search)
    void navigate({
      href: paths.deliveryAdmin({ ...now, ...change, section: key }),
      replace: !step,
      resetScroll: false,
    })
  }
  return (
    <StaffArea {...props}>
      <div className={styles.beside}>
        <SectionRail current={section} />
        <div className={styles.open}>
          {session ? (
            <Draw
              key={key}
              pending={WAITING}
              section={key}
              query={query}
              onQuery={onQuery}
              uaid={session.uaid}
            />
          ) : (
            WAITING
          )}
        </div>
      </div>
    </StaffArea>
  )
}
