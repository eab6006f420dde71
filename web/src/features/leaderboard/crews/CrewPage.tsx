import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDay } from '../../../academy/civil-date'
import { londonMoment } from '../../../academy/london'
import { counted } from '../../../academy/numbers'
import { serverNow, toServerTime } from '../../../api/clock'
import { errorSentence } from '../../../api/error-sentence'
import { useOnline } from '../../../api/client/network'
import type { ApiFailure } from '../../../api/client/failure'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Page } from '../../../components/layout/Page'
import { Stack } from '../../../components/layout/Stack'
import touch from '../../../components/touch.module.css'
import { paths } from '../../../paths'
import type { InAddress } from '../../../state/address'
import { LoadError } from '../../../state/LoadError'
import { crewsQuery, type Crew } from './api'
import { CrewStandings } from './CrewStandings'
import layout from './CrewLayout.module.css'
import styles from './CrewPage.module.css'
import { InviteCard } from './InviteCard'
import { LeaveCrew } from './LeaveCrew'
import { OwnerCard } from './OwnerCard'
import { Refused } from './Refused'
import { SharingCard } from './SharingCard'
import text from '../../../components/text.module.css'
import { useLiveCrew } from './use-live-crew'

interface CrewPageProps extends InAddress {
  crewId: string
  /** The button for a challenge card. */
  challenge: (me: Crew['me']) => ReactNode
  /** Called once the athlete has left the crew or deleted it. */
  onGone: (word: string) => void
}

/** One crew: its board, what the athlete shares, its link, and what its owner may do. */
export function CrewPage({ crewId, query, onQuery, challenge, onGone }: CrewPageProps) {
  const season = Number(query.season) || undefined
  const live = useLiveCrew(crewId, season)
  const { crew, board, closed } = live
  const online = useOnline()
  if (closed) return <Closed crewId={crewId} failure={closed} onGone={onGone} />
  if (!crew.data) return <Coming query={crew} />
  const own = crew.data
  const old = live.behind && (
    <Notice tone="problem">
      {online ? 'We have lost the connection to this crew.' : 'You are offline.'}{' '}
      {live.seenAt > 0 &&
        `This is its board of ${londonMoment(toServerTime(live.seenAt), serverNow(), shortDay)}. `}
      It updates once the connection is back.{' '}
      <Button
        variant="quiet"
        busy={board.isFetching}
        onClick={() => void Promise.all([crew.refetch(), board.refetch()])}
      >
        Try again
      </Button>
    </Notice>
  )
  return (
    <Page
      width="wide"
      kicker={<BackLink />}
      heading={<span className={text.anywhere}>{own.name}</span>}
      lead={<Members crew={own} />}
    >
      <Stack gap={5} shrink="children">
        <LiveRegion>{old}</LiveRegion>
        <div className={layout.layout}>
          <CrewStandings
            crew={own}
            board={board}
            isLive={live.isLive && !live.behind}
            season={season}
            onSeason={(chosen) => onQuery({ season: chosen })}
          />
          <Stack gap={5} top shrink="all">
            <InviteCard crew={own} challenge={challenge(own.me)} />
            <SharingCard crew={own} />
            {own.isOwner && <OwnerCard crew={own} members={board.data?.members ?? []} onGone={onGone} />}
            <div className={styles.leave}>
              <LeaveCrew crew={own} onGone={onGone} />
            </div>
          </Stack>
        </div>
      </Stack>
    </Page>
  )
}

const Members = ({ crew: { members, isOwner } }: { crew: Crew }) => (
  <>
    {counted(members, 'member')}
    {isOwner && ' · You own it'}
  </>
)

const BackLink = () => (
  <a href={paths.crews()} className={touch.line}>
    All my crews
  </a>
)

interface ClosedProps {
  crewId: string
  failure: ApiFailure
  onGone: (word: string) => void
}

/** A crew that the athlete may not see: they are not in it, or a guardian has yet to confirm. Then they may still leave. */
function Closed({ crewId, failure, onGone }: ClosedProps) {
  const known = useQuery(crewsQuery()).data?.crews.find((crew) => crew.crewId === crewId)
  const waits = failure.status === 422
  return (
    <Page kicker={<BackLink />} heading={waits ? (known?.name ?? 'Not yet.') : 'Not your crew.'}>
      <Stack gap={5} start>
        {waits ? (
          <Refused error={failure} here={paths.crews({ crew: crewId })} />
        ) : (
          <Notice tone="problem" role="alert">
            {errorSentence(failure)}
          </Notice>
        )}
        {/* They are not counted among its members (RULES 15.2). */}
        {waits && known && <LeaveCrew crew={{ ...known, members: known.members + 1 }} onGone={onGone} />}
      </Stack>
    </Page>
  )
}

/** A crew that is loading, or failed to. */
function Coming({ query }: { query: UseQueryResult<Crew> }) {
  return (
    <Page width="wide" kicker={<BackLink />} heading="Your crew">
      {query.isError ? (
        <LoadError query={query} title="The crew did not load" />
      ) : (
        <Loading label="Loading the crew" className={layout.layout}>
          <Skeleton height="30rem" />
          <Skeleton height="30rem" />
        </Loading>
      )}
    </Page>
  )
}
