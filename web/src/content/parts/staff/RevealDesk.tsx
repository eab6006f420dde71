import { useSession } from '../../../auth/SessionProvider'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Cluster } from '../../../components/layout/Cluster'
import { RevealDesk as Desk } from '../../../features/reveal-desk/RevealDesk'
import { paths } from '../../../paths'
import type { PartProps } from '../../../first-html/part'
import styles from './DeliveryAdmin.module.css'
import touch from '../../../components/touch.module.css'
import { classNames } from '../../../components/class-names'
import { StaffArea } from './StaffArea'

const TO_TABLET = [{ href: paths.instoreAdmin(), label: 'In-store admin' }]
const TO_DELIVERY = [
  { href: paths.deliveryAdmin(), label: 'Delivery admin' },
  // This desk takes its place in the menu.
  { href: paths.mediaCenter(), label: 'Media center' },
]

/** The reveal desk, for the tablets' team and for programme delivery, each with a link to their own area. */
export function RevealDesk(props: PartProps) {
  const { data: session } = useSession()
  const ways = session?.role === 2 ? TO_TABLET : session?.role === 3 ? TO_DELIVERY : []
  return (
    <StaffArea
      {...props}
      sections={
        <Cluster as="nav" gap={1} aria-label="Other areas" className={styles.sections}>
          {ways.map(({ href, label }) => (
            <a key={href} href={href} className={classNames(styles.section, touch.line)}>
              {label}
            </a>
          ))}
        </Cluster>
      }
    >
      {session ? (
        <Desk />
      ) : (
        <Loading>
          <Skeleton height="28rem" />
        </Loading>
      )}
    </StaffArea>
  )
}
