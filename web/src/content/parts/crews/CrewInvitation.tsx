import { Navigate, useLocation } from '@tanstack/react-router'
import { counted } from '../../../academy/numbers'
import { errorSentence } from '../../../api/error-sentence'
import { LinkButton } from '../../../components/Button'
import { ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { Cluster } from '../../../components/layout/Cluster'
import { FlowLayout } from '../../../features/account/FlowLayout'
import { useAuthored } from '../../../features/account/use-authored'
import { JoinForm } from '../../../features/leaderboard/crews/JoinForm'
import { crewTokenOf, useInvitation } from '../../../features/leaderboard/crews/use-invitation'
import { paths } from '../../../paths'

/** The page behind a crew's link. Opening it joins nothing: it takes a press. */
export function CrewInvitation() {
  const token = crewTokenOf(useLocation({ select: ({ hash }) => hash }))
  // Another link in the same tab starts again.
  return <Invited key={token} token={token} />
}

function Invited({ token }: { token: string | null }) {
  const invitation = useInvitation(token)
  const here = paths.crewInvitation(token ?? undefined)
  const copy = useAuthored({
    headline: 'You’re invited.',
    intro: 'A crew is a private board for people who know each other. Join and see who is ahead.',
  })
  switch (invitation.state) {
    case 'incomplete':
      return (
        <Ended
          title="Half a link."
          lead="Part of this link is missing. Open the whole of it, or ask for it again."
        />
      )
    case 'invalid':
      return (
        <Ended
          title="This link is spent."
          lead="It no longer works: the crew has a newer link, or has been deleted. Ask for the new one."
        />
      )
    case 'signed-out':
      return (
        <FlowLayout title={copy.headline} lead={copy.intro} share={0.25}>
          <p>Sign in to see which crew it is. You come straight back here.</p>
          <Cluster gap={3} align="center">
            <LinkButton size="large" href={paths.login({ callbackUrl: here })}>
              Sign in
            </LinkButton>
            <LinkButton size="large" variant="secondary" href={paths.register({ callbackUrl: here })}>
              Sign up
            </LinkButton>
          </Cluster>
        </FlowLayout>
      )
    case 'loading':
      return (
        <FlowLayout title={copy.headline} lead={copy.intro} share={0.25}>
          <Loading label="Loading the invitation">
            <Skeleton height="4rem" />
            <Skeleton height="4rem" />
          </Loading>
        </FlowLayout>
      )
    case 'failed':
      return (
        <FlowLayout title={copy.headline} lead={copy.intro} share={0.25}>
          <ErrorState
            title="The invitation did not load"
            message={errorSentence(invitation.error)}
            onRetry={invitation.retry}
            retrying={invitation.retrying}
          />
        </FlowLayout>
      )
    case 'member':
      return <Navigate to={paths.crews({ crew: invitation.crewId })} replace />
    case 'open': {
      const { name, members, waits, join } = invitation
      return (
        <FlowLayout
          eyebrow="You’re invited to a crew"
          title={name}
          lead={`${counted(members, 'member')} so far. Join and see who is ahead.`}
          share={0.75}
        >
          <JoinForm waits={waits} join={join} here={here} />
        </FlowLayout>
      )
    }
  }
}

/** A link that leads nowhere, and where to go instead. */
function Ended({ title, lead }: { title: string; lead: string }) {
  return (
    <FlowLayout title={title} lead={lead} share={0.1}>
      <Cluster gap={3}>
        <LinkButton href={paths.crews()} variant="secondary" size="large">
          My crews
        </LinkButton>
      </Cluster>
    </FlowLayout>
  )
}
