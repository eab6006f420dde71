import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiFailure } from '../../api/client/failure'
import { waitlistQuery } from '../../api/booking'
import { configQuery, profileQuery } from '../../api/queries'
import type { EventConfig, UserProfile } from '../../api/types'
import { LinkButton } from '../../components/Button'
import { Page } from '../../components/layout/Page'
import { Stack } from '../../components/layout/Stack'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { Tabs } from '../../components/Tabs'
import { paths } from '../../paths'
import { useRules } from '../../rules'
import { useBookingData } from '../../state/booking-store'
import { LoadError } from '../../state/LoadError'
import { useNow } from '../../state/use-now'
import {
  cancelBooking,
  changesClosed,
  openBooking,
  pastEntries,
  readEntries,
  ruleHistory,
  type BookingEntry,
} from './entry'
import { StoredTicket } from './ticket/StoredTicket'
import styles from './MyTests.module.css'
import { PastTests } from './PastTests'
import { useStoredTicket } from './ticket/use-stored-ticket'
import { WaitingLists } from './waiting-list/WaitingLists'
import { OpenTicket } from './ticket/OpenTicket'
import { offerObstacle } from './next-steps'

interface MyTestsWords {
  title: string
  headline: string
  intro: string
  /** What to bring. */
  kit: readonly string[]
  emptyHeadline: string
  emptyText: string
  /** How to get to the academy. */
  way?: ReactNode
}

interface ResultsWords {
  label: string
  emptyHeadline: string
  emptyText: string
  /** Renders the outcome of a past booking, in place of its own table. */
  detail?: (entry: BookingEntry, fallback: ReactNode) => ReactNode
  /** What somebody without an open booking should do next. */
  next?: ReactNode
}

interface MyTestsProps {
  words: MyTestsWords
  /** Null if the page does not show past tests. */
  results: ResultsWords | null
}

/** MY TESTS: the ticket with change and cancel, and past tests. */
export function MyTests({ words, results }: MyTestsProps) {
  // Somebody who moved it in another tab comes back to the new time.
  const profile = useQuery({ ...profileQuery(), refetchOnWindowFocus: 'always' })
  const config = useQuery(configQuery())
  const failed = [profile, config].find((query) => query.isError && query.data === undefined)
  if (failed?.error instanceof ApiFailure && failed.error.status === 0) {
    return (
      <StoredTicket
        title={words.title}
        heading={words.headline}
        kit={words.kit}
        way={words.way}
        onRetry={() => failed.refetch()}
      />
    )
  }
  // The page's own texts are those for a ticket, which a request for assistance is not yet.
  const open = profile.data && openBooking(readEntries(profile.data.events))
  const hasTicket = open === undefined || open?.eventTestStatus === 'booked'
  return (
    <Page
      heading={hasTicket ? words.headline : words.title}
      lead={hasTicket ? <span data-screen-only="">{words.intro}</span> : undefined}
    >
      {failed ? (
        <LoadError query={failed} />
      ) : profile.data && config.data ? (
        <Suspense fallback={<TicketSkeleton />}>
          <Tests words={words} results={results} profile={profile.data} config={config.data} />
        </Suspense>
      ) : (
        <TicketSkeleton />
      )}
    </Page>
  )
}

function TicketSkeleton() {
  return (
    <Loading label="Loading your tests">
      <Skeleton height="28rem" />
    </Loading>
  )
}

interface TestsProps extends MyTestsProps {
  profile: UserProfile
  config: EventConfig
}

function Tests({ words, results, profile, config }: TestsProps) {
  const rules = useRules()
  const { tabState, update } = useBookingData()
  const nowMs = useNow(60_000)
  const lines = useQuery(waitlistQuery()).data
  // With a booking the ticket comes first, whichever tab was open on an earlier visit.
  const [picked, setPicked] = useState<string | null>(null)
  // Cancelled here, before the server's answer arrives: the current entry is already the default (RULES 4.8).
  const [cancelled, setCancelled] = useState<string | null>(null)
  const known = readEntries(profile.events)
  const entries = cancelled !== null && known[0]?.eventBookingId === cancelled ? cancelBooking(known) : known
  const open = openBooking(entries)
  const closed = open !== null && changesClosed(rules, open, config, nowMs)
  const past = pastEntries(entries)
  const none = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (cancelled === null) return
    none.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [cancelled])
  useStoredTicket(open, profile.uaid, rules.bookingType(ruleHistory(entries)), config.event.mapUrl)
  const ticket = open ? (
    <OpenTicket
      kit={words.kit}
      way={words.way}
      entry={open}
      entries={entries}
      profile={profile}
      config={config}
      onCancelled={() => setCancelled(open.eventBookingId)}
    />
  ) : (
    <div ref={none} tabIndex={-1}>
      <EmptyState
        title={words.emptyHeadline}
        action={
          <LinkButton size="large" href={paths.bookTest()}>
            Book a test
          </LinkButton>
        }
      >
        {words.emptyText}
      </EmptyState>
    </div>
  )
  const waiting = (
    <div data-screen-only="">
      <Stack gap={5} shrink="all">
        <WaitingLists
          lines={lines}
          obstacle={offerObstacle(profile.bookingEligibility, open)}
          closed={closed}
          // The ticket does.
          invited={open !== null}
        />
      </Stack>
    </div>
  )
  if (!results)
    return (
      <Stack gap={5} shrink="all">
        {ticket}
        {waiting}
      </Stack>
    )
  return (
    <Tabs
      label="Your tests"
      value={(open ? picked : tabState) === 'history' ? 'history' : 'ticket'}
      onChange={(tab) => {
        setPicked(tab)
        update({ tabState: tab })
      }}
      tabs={[
        {
          key: 'ticket',
          label: 'Ticket',
          content: (
            <Stack gap={7} shrink="all">
              {ticket}
              {waiting}
            </Stack>
          ),
        },
        {
          key: 'history',
          label: past.length > 0 ? `${results.label} (${past.length})` : results.label,
          content: (
            <div className={styles.ticket}>
              {!open && results.next}
              <PastTests
                entries={past}
                formatScore={rules.formatScore}
                emptyHeadline={results.emptyHeadline}
                emptyText={results.emptyText}
                detail={results.detail}
              />
            </div>
          ),
        },
      ]}
    />
  )
}
