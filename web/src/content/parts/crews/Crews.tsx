import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Page } from '../../../components/layout/Page'
import { richOf, textOf } from '../../../features/content/content-item'
import { paragraphs } from '../../../features/content/text/plain-text'
import { RichText } from '../../../features/content/text/RichText'
import { CrewPage } from '../../../features/leaderboard/crews/CrewPage'
import { MyCrews } from '../../../features/leaderboard/crews/MyCrews'
import type { PartProps } from '../../../first-html/part'
import { paths, withQuery } from '../../../paths'
import { readQuery, type InAddress } from '../../../state/address'
import { useShowsOwn } from '../../../state/kept-own'
import { useAlert } from '../../../state/alert-store'
import { ChallengeButton } from '../results/ChallengeButton'

/** The athlete's crews, or the one that the address names. Nothing for visitors. */
export function Crews({ item: { elements }, page }: PartProps) {
  const { signedIn, showsOwn } = useShowsOwn()
  const query = readQuery(useRouterState({ select: ({ location }) => location.searchStr }))
  const navigate = useNavigate()
  const show = useAlert((state) => state.show)
  const onQuery: InAddress['onQuery'] = (change) =>
    void navigate({
      href: withQuery(window.location.pathname, { ...readQuery(window.location.search), ...change }),
      replace: true,
      resetScroll: false,
    })
  if (!showsOwn) return null
  if (query.crew)
    return (
      <CrewPage
        key={query.crew}
        crewId={query.crew}
        query={query}
        onQuery={onQuery}
        challenge={({ bookingId, score }) => <ChallengeButton bookingId={bookingId} score={score} />}
        onGone={(message) => {
          show({ tone: 'good', message })
          void navigate({ href: paths.crews(), replace: true })
        }}
      />
    )
  const lead = paragraphs(textOf(page.elements, 'intro')).join(' ')
  return (
    <Page
      width="wide"
      kicker={textOf(page.elements, 'title')}
      heading={textOf(page.elements, 'headline')}
      lead={lead}
    >
      <MyCrews
        emptyTitle={textOf(elements, 'emptyHeadline') || 'No crew yet'}
        emptyText={<RichText content={richOf(elements, 'emptyText')} />}
        mayStart={signedIn}
        onStarted={(crew) => void navigate({ href: paths.crews({ crew }) })}
      />
    </Page>
  )
}
