import { useLocation } from '@tanstack/react-router'
import { useSession } from '../../auth/SessionProvider'
import { Loading, Skeleton } from '../../components/States'
import { ContentAdmin } from '../../features/authoring/ContentAdmin'
import { placeAddress, readPlace } from '../../features/authoring/place'
import { asContentItem, textOf } from '../../features/content/content-item'
import { PagePreview } from '../PagePreview'
import type { PartProps } from '../part'
import styles from './DeliveryAdmin.module.css'

/** The sections of the area, in their order; one more is one more line here and its drawing below. */
const SECTIONS = [
  { key: 'content', label: 'Content' },
  { key: 'images', label: 'Images' },
  { key: 'settings', label: 'Site settings' },
] as const

/** The programme-delivery admin's area: its sections, and the one that the address names. */
export function DeliveryAdmin({ item, page }: PartProps) {
  const { data: session } = useSession()
  const query = useLocation({ select: (location) => location.searchStr })
  const place = readPlace(query)
  const section = SECTIONS.find(({ key }) => key === place.section) ?? SECTIONS[0]
  const title = textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || 'Programme delivery'
  return (
    <div data-theme="light" className={styles.area}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <nav aria-label="Sections of this area" className={styles.sections}>
            {SECTIONS.map(({ key, label }) => (
              <a
                key={key}
                href={placeAddress({ section: key })}
                className={styles.section}
                aria-current={key === section.key ? 'page' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
        </header>
        {session ? (
          <ContentAdmin
            place={{ ...place, section: section.key }}
            uaid={session.uaid}
            preview={(rendered) => {
              const found = asContentItem(rendered)
              return found && <PagePreview item={found} />
            }}
          />
        ) : (
          <Loading>
            <Skeleton height="20rem" />
          </Loading>
        )}
      </div>
    </div>
  )
}
