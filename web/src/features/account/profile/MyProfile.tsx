import { useQuery } from '@tanstack/react-query'
import { configQuery, profileQuery } from '../../../api/queries'
import type { EventConfig, UserProfile } from '../../../api/types'
import { Page } from '../../../components/layout/Page'
import { Stack } from '../../../components/layout/Stack'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { LoadError } from '../../../state/LoadError'
import { useAuthored } from '../use-authored'
import { CalendarCard } from './CalendarCard'
import { CoachesCard } from './CoachesCard'
import { ConsentCard } from './your-data/ConsentCard'
import { DetailCards } from './DetailCards'
import { DevicesCard } from './signing-in/DevicesCard'
import { DownloadCard } from './your-data/DownloadCard'
import { GuardianCard } from './GuardianCard'
import { IdentityCard } from './IdentityCard'
import { LeaveCard } from './your-data/LeaveCard'
import { MarketingCard } from './MarketingCard'
import { PasskeysCard } from './signing-in/PasskeysCard'
import { PasswordCard } from './signing-in/PasswordCard'
import css from './profile.module.css'
import { ProfileNav } from './ProfileNav'
import { ProfileSection } from './ProfileSection'
import { identitiesQuery } from './queries'
import { NotificationCards } from './notifications/NotificationCards'
import { SharingCard } from './SharingCard'
import { EmailCard } from '../email/EmailCard'
import { TwoStepCard } from './signing-in/TwoStepCard'
import { SignInMethodsCard } from './signing-in/SignInMethodsCard'

const ATHLETE = 1

const sends = ({ push, texts }: EventConfig) => typeof push === 'string' || texts === true

/** /my-account-my-profile: everything stored about a person, for them to read and change. */
export function MyProfile() {
  const profile = useQuery(profileQuery())
  const sendsNotifications = useQuery({ ...configQuery(), select: sends }).data ?? false
  const copy = useAuthored({
    headline: 'Keep it current.',
    intro: 'Your details, how you sign in, and your data. Change them any time.',
  })
  return (
    <Page heading={copy.headline} kicker="My Profile" lead={copy.intro}>
      {profile.isPending && <ProfileSkeleton />}
      {profile.isError && profile.data === undefined && (
        <LoadError query={profile} title="Your profile did not load" />
      )}
      {profile.data !== undefined && (
        <div className={css.layout}>
          <Stack gap={5} top shrink className={css.side}>
            <IdentityCard profile={profile.data} />
            <ProfileNav sendsNotifications={sendsNotifications} />
          </Stack>
          <Sections profile={profile.data} sendsNotifications={sendsNotifications} />
        </div>
      )}
    </Page>
  )
}

function Sections({ profile, sendsNotifications }: { profile: UserProfile; sendsNotifications: boolean }) {
  const { emailAddress, role } = profile
  // Somebody who only signs in with a provider has no password to change.
  const withPassword = useQuery(identitiesQuery()).data?.password !== false
  return (
    <Stack gap={8} top shrink>
      <ProfileSection id="details">
        <DetailCards profile={profile} />
      </ProfileSection>
      <ProfileSection id="news">
        <MarketingCard profile={profile} />
      </ProfileSection>
      {sendsNotifications && (
        <ProfileSection id="notifications">
          <NotificationCards />
        </ProfileSection>
      )}
      <ProfileSection id="sharing">
        <SharingCard />
      </ProfileSection>
      <ProfileSection id="coaches">
        <CoachesCard />
      </ProfileSection>
      <ProfileSection id="signing-in">
        <EmailCard profile={profile} />
        {withPassword && <PasswordCard emailAddress={emailAddress} />}
        <PasskeysCard />
        <SignInMethodsCard emailAddress={emailAddress} />
        <TwoStepCard emailAddress={emailAddress} staff={role !== ATHLETE} />
      </ProfileSection>
      <ProfileSection id="devices">
        <DevicesCard />
        {role !== ATHLETE && <CalendarCard />}
      </ProfileSection>
      <ProfileSection id="health">
        <GuardianCard profile={profile} />
        <ConsentCard />
      </ProfileSection>
      <ProfileSection id="your-data">
        <DownloadCard />
        <LeaveCard />
      </ProfileSection>
    </Stack>
  )
}

function ProfileSkeleton() {
  return (
    <Loading label="Loading your profile" className={css.layout}>
      <Stack gap={5} top shrink className={css.side}>
        <Skeleton height="24rem" />
      </Stack>
      <Stack gap={8} top shrink>
        <Skeleton height="14rem" />
        <Skeleton height="17rem" />
        <Skeleton height="15rem" />
        <Skeleton height="18rem" />
      </Stack>
    </Loading>
  )
}
