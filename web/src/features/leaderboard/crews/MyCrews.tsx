import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../../../academy/numbers'
import { serverNow } from '../../../api/clock'
import { configQuery, profileQuery } from '../../../api/queries'
import { classNames } from '../../../components/class-names'
import { EmptyState } from '../../../components/feedback/States'
import { Icon } from '../../../components/graphics/Icon'
import { Card } from '../../../components/layout/Card'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { waitsForGuardian } from '../../../state/waits-for-guardian'
import { placeText } from '../board'
import { begunSeasons } from '../../../academy/seasons'
import { useHeldFinal } from '../use-held-final'
import { crewsQuery, type OwnCrew } from './api'
import layout from './CrewLayout.module.css'
import { GuardianFirst } from './Refused'
import styles from './MyCrews.module.css'
import { StartCrew } from './StartCrew'

interface MyCrewsProps {
  emptyTitle: string
  /** What a crew is. */
  emptyText: ReactNode
  /** Not where these are the crews as they were last seen. */
  mayStart?: boolean
  onStarted: (crewId: string) => void
}

/** The athlete's crews, and the form for a new one. */
export function MyCrews({ emptyTitle, emptyText, mayStart = true, onStarted }: MyCrewsProps) {
  const list = useQuery(crewsQuery())
  const waits = waitsForGuardian(useQuery({ ...profileQuery(), enabled: mayStart }).data)
  return (
    <div className={layout.layout}>
      <Loaded result={list} label="Loading your crews" height={['5.5rem', '5.5rem']}>
        {({ crews }) =>
          crews.length > 0 ? (
            <Stack as="ul" gap={3} top shrink="children" className={styles.list} aria-label="My crews">
              {crews.map((crew) => (
                <CrewLine key={crew.crewId} crew={crew} />
              ))}
            </Stack>
          ) : (
            <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
          )
        }
      </Loaded>
      {mayStart && (
        <Card as="section" title="Start a crew">
          {waits ? <GuardianFirst /> : <StartCrew onStarted={onStarted} />}
        </Card>
      )}
    </div>
  )
}

function CrewLine({ crew }: { crew: OwnCrew }) {
  const { crewId, name, members, isOwner } = crew
  return (
    <li>
      <a href={paths.crews({ crew: crewId })} className={styles.crew}>
        <span className={classNames(text.h3, text.title, text.anywhere)}>{name}</span>
        <span className={text.quiet}>
          {counted(members, 'member')}
          {isOwner && ' · You own it'}
        </span>
        <OwnPlace crew={crew} />
        <Icon name="arrowRight" className={styles.arrow} />
      </a>
    </li>
  )
}

/** The athlete's place in a crew, or why there is none. */
function OwnPlace({ crew: { place, shareFinal } }: { crew: OwnCrew }) {
  return (
    <span className={styles.place}>
      {place ? (
        <>
          <span className={classNames(text.h3, text.score)}>{placeText(place.position, place.joint)}</span>{' '}
          <span className={text.quiet}>of {place.ranked}</span>
        </>
      ) : (
        <span className={text.quiet}>{shareFinal ? <NoFinal /> : 'Your final is hidden'}</span>
      )}
    </span>
  )
}

function NoFinal() {
  const seasons = useQuery(configQuery()).data?.seasons ?? []
  const held = useHeldFinal(begunSeasons(seasons, serverNow())[0]?.season)
  if (held === undefined) return null
  return held ? 'Your final is revealed at the event' : 'No final this season'
}
