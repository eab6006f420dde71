import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/SessionProvider'
import { Loading, Skeleton } from '../../components/States'
import { ContentAdmin } from '../../features/authoring/ContentAdmin'
import { placeAddress, readPlace } from '../../features/authoring/place'
import { asContentItem } from '../../features/content/content-item'
import { paths } from '../../paths'
import { PagePreview } from '../PagePreview'
import type { PartProps } from '../part'
import styles from './DeliveryAdmin.module.css'
import { StaffArea } from './StaffArea'

const ResultsDesk = lazy(async () => ({
  default: (await import('../../features/results-desk/ResultsDesk')).ResultsDesk,
}))

/** The sections of the area, in their order; one more is one more line here and its drawing below. */
const SECTIONS = [
  { key: 'content', label: 'Content' },
  { key: 'images', label: 'Images' },
  { key: 'results', label: 'Results' },
  { key: 'settings', label: 'Site settings' },
] as const

const WAITING = (
  <Loading>
    <Skeleton height="20rem" />
  </Loading>
)

/** The programme-delivery admin's area: its sections, and the one that the address names. */
export function DeliveryAdmin(props: PartProps) {
  const { data: session } = useSession()
  const navigate = useNavigate()
  const query = useLocation({ select: (location) => location.searchStr })
  const place = readPlace(query)
  const section = SECTIONS.find(({ key }) => key === place.section) ?? SECTIONS[0]
  const drawn =
    section.key === 'results' ? (
      <ResultsDesk
        view={place.view}
        onView={(view) => void navigate({ href: placeAddress({ section: 'results', view }), replace: true })}
      />
    ) : (
      session && (
        <ContentAdmin
          place={{ ...place, section: section.key }}
          uaid={session.uaid}
          preview={(rendered) => {
            const found = asContentItem(rendered)
            return found && <PagePreview item={found} />
          }}
        />
      )
    )
  return (
    <StaffArea
      {...props}
      sections={
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
          <a href={paths.revealDesk()} className={styles.section}>
            Reveal
          </a>
        </nav>
      }
    >
      {session ? <Suspense fallback={WAITING}>{drawn}</Suspense> : WAITING}
    </StaffArea>
  )
}
