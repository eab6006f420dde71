import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery, profileQuery } from '../../../api/queries'
import type { EventConfig, UserProfile } from '../../../api/types'
import anchor from '../../../components/layout/anchor.module.css'
import { Page } from '../../../components/layout/Page'
import { Stack } from '../../../components/layout/Stack'
import { Loading, Skeleton } from '../../../components/feedback/States'
import text from '../../../components/text.module.css'
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
import { identitiesQuery } from './queries'
import { SECTIONS, type SectionId } from './sections'
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
      <Section id="details">
        <DetailCards profile={profile} />
      </Section>
      <Section id="news">
        <MarketingCard profile={profile} />
      </Section>
      {sendsNotifications && (
        <Section id="notifications">
          <NotificationCards />
        </Section>
      )}
      <Section id="sharing">
        <SharingCard />
      </Section>
      <Section id="coaches">
        <CoachesCard />
      </Section>
      <Section id="signing-in">
        <EmailCard profile={profile} />
        {withPassword && <PasswordCard emailAddress={emailAddress} />}
        <PasskeysCard />
        <SignInMethodsCard emailAddress={emailAddress} />
        <TwoStepCard emailAddress={emailAddress} staff={role !== ATHLETE} />
      </Section>
      <Section id="devices">
        <DevicesCard />
        {role !== ATHLETE && <CalendarCard />}
      </Section>
      <Section id="health">
        <GuardianCard profile={profile} />
        <ConsentCard />
      </Section>
      <Section id="your-data">
        <DownloadCard />
        <LeaveCard />
      </Section>
    </Stack>
  )
}

/** One part of the page under its heading. */
function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = SECTIONS.find((section) => section.id === id)?.title
  return (
    <Stack id={id} as="section" gap={4} top shrink className={anchor.anchor} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={text.h2}>
        {title}
      </h2>
      {children}
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
