import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../../api/errors'
import { profileQuery } from '../../../api/queries'
import { Page } from '../../../components/Page'
import { ErrorState, Loading, Skeleton } from '../../../components/States'
import { useCopy } from '../use-copy'
import { DetailCards } from './DetailCards'
import { IdentityCard } from './IdentityCard'
import { LeaveCard } from './LeaveCard'
import { MarketingCard } from './MarketingCard'
import { PasswordCard } from './PasswordCard'
import css from './profile.module.css'

/** /my-account-my-profile: everything we hold about a person, in their own hands. */
export function MyProfile() {
  const profile = useQuery(profileQuery())
  const copy = useCopy('my-profile', {
    headline: 'Keep it current.',
    intro: 'Your details, your emergency contact, your choices. Change them any time.',
  })
  return (
    <Page title="My Profile" heading={copy.headline} kicker="My Profile" lead={copy.intro}>
      {profile.isPending && <ProfileSkeleton />}
      {profile.isError && profile.data === undefined && (
        <ErrorState
          title="Your profile did not load"
          message={errorSentence(profile.error)}
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      )}
      {profile.data !== undefined && (
        <div className={css.layout}>
          <div className={css.side}>
            <IdentityCard profile={profile.data} />
          </div>
          <div className={css.cards}>
            <DetailCards profile={profile.data} />
            <MarketingCard profile={profile.data} />
            <PasswordCard emailAddress={profile.data.emailAddress} />
            <LeaveCard />
          </div>
        </div>
      )}
    </Page>
  )
}

function ProfileSkeleton() {
  return (
    <Loading label="Loading your profile" className={css.layout}>
      <div className={css.side}>
        <Skeleton height="24rem" />
      </div>
      <div className={css.cards}>
        <Skeleton height="14rem" />
        <Skeleton height="17rem" />
        <Skeleton height="15rem" />
        <Skeleton height="18rem" />
      </div>
    </Loading>
  )
}
