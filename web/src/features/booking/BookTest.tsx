import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { dateAndTime } from '../../academy/civil-date'
import { errorSentence } from '../../api/error-sentence'
import { waitlistQuery } from '../../api/booking'
import { configQuery, profileQuery } from '../../api/queries'
import { useSession } from '../../auth/SessionProvider'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { ErrorState, Loading, Skeleton } from '../../components/feedback/States'
import { lazyPart } from '../../components/lazy-part'
import { Page } from '../../components/layout/Page'
import { Stack } from '../../components/layout/Stack'
import { useRules } from '../../rules'
import { readQuery } from '../../state/address'
import { useBookingData } from '../../state/booking-store'
import { LoadError } from '../../state/LoadError'
import { useHydrated } from '../../state/use-hydrated'
import { useNow } from '../../state/use-now'
import { BookingFlow, type BookingProps, type BookTestWords } from './BookingFlow'
import styles from './BookTest.module.css'
import { EligibilityNotice } from './EligibilityNotice'
import { changesClosed, isTimeOf, openBooking, readEntries, type BookingEntry } from './entry'
import { OpeningBand } from './opening/OpeningBand'
import { readFlow } from './steps/flow-address'
import { SlotNotices } from './steps/SlotStep'
import { useBook } from './use-book'
import { offerIn } from './waiting-list/offer-id'
import { callToMove, offerObstacle } from './next-steps'
import { closedText } from './words'

// Few athletes wait for a place.
const WaitingLists = lazyPart(async () => (await import('./waiting-list/WaitingLists')).WaitingLists)

/** BOOK A TEST: everybody may see the slots; booking needs a sign-in, which returns to the same slot. */
export function BookTest({ words }: { words: BookTestWords }) {
  const session = useSession()
  const hydrated = useHydrated(useBookingData)
  const profile = useQuery({ ...profileQuery(), enabled: session.status === 'authenticated' })
  const entries = useMemo(() => readEntries(profile.data?.events), [profile.data])
  const moving = openBooking(entries)
  const [made, setMade] = useState<'booked' | 'moved' | null>(null)
  const flow = readFlow(readQuery(useLocation({ select: ({ searchStr }) => searchStr })))
  // Each later step has its own heading.
  const later = flow.step !== 'slot' && !isTimeOf(moving, flow)
  const waiting =
    !hydrated || session.status === 'loading' || (session.status === 'authenticated' && profile.isPending)
  return (
    <Page
      heading={(made === null ? moving : made === 'moved') ? 'Move your test.' : words.headline}
      lead={
        made !== null || later
          ? undefined
          : moving?.eventTestDate
            ? movingLead(
                moving,
                dateAndTime(moving.eventTestDate, moving.eventTestTime),
                callToMove(profile.data?.bookingEligibility, moving) === null,
              )
            : words.intro
      }
      width="wide"
    >
      {made !== null ? (
        // Until the ticket's page is there: the calendar would offer the new booking to be moved.
        <Loading label="Loading your ticket">
          <Skeleton height="28rem" />
        </Loading>
      ) : profile.isError && profile.data === undefined ? (
        <LoadError query={profile} />
      ) : waiting ? (
        <CalendarSkeleton />
      ) : (
        <Suspense fallback={<CalendarSkeleton />}>
          <Booking
            words={words}
            entries={entries}
            moving={moving}
            session={session.data ?? null}
            profile={profile.data}
            onMade={setMade}
            later={later}
          />
        </Suspense>
      )}
    </Page>
  )
}

function movingLead(moving: BookingEntry, when: string, mayMove: boolean) {
  const booked =
    moving.eventTestStatus === 'assistance'
      ? `You have asked for a place on ${when}.`
      : `You are booked for ${when}.`
  if (!mayMove) return booked
  return (
    <Suspense fallback={booked}>
      <MovingLead moving={moving} booked={booked} />
    </Suspense>
  )
}

/** What they are booked for, and how it is moved unless it is too late for that. */
function MovingLead({ moving, booked }: { moving: BookingEntry; booked: string }) {
  const rules = useRules()
  const config = useQuery(configQuery()).data
  const nowMs = useNow(60_000)
  if (!config || changesClosed(rules, moving, config, nowMs)) return booked
  return `${booked} Pick another time. You keep this one until the new one is yours.`
}

function CalendarSkeleton() {
  return (
    <Loading label="Loading the calendar" className={styles.slots}>
      <Skeleton height="34rem" />
      <Skeleton height="34rem" />
    </Loading>
  )
}

const NO_OPENINGS: readonly never[] = []

function Booking({ later, ...props }: BookingProps & { later: boolean }) {
  const { moving, profile } = props
  const eligibility = profile?.bookingEligibility
  const rules = useRules()
  const state = useBook(props.entries)
  const lines = useQuery({ ...waitlistQuery(), enabled: props.session !== null }).data
  // Once there it stays, to say what became of the last place.
  const [waits, setWaits] = useState(() => offerIn(window.location) !== null)
  if (!waits && lines && lines.length > 0) setWaits(true)
  if (state.status === 'loading') return <CalendarSkeleton />
  if (state.status === 'failed') {
    return <ErrorState message={errorSentence(state.error)} onRetry={state.retry} retrying={state.retrying} />
  }
  const { book } = state
  const closed = moving !== null && changesClosed(rules, moving, book.config, book.nowMs)
  return (
    <Stack gap={7} shrink="all">
      <OpeningBand openings={book.wording.openings ?? NO_OPENINGS} />
      <EligibilityNotice eligibility={eligibility} moving={moving} />
      <LiveRegion>{closed && <Notice>{closedText(moving)}</Notice>}</LiveRegion>
      <SlotNotices book={book} stale={state.stale} />
      {waits && !later && (
        <WaitingLists lines={lines} obstacle={offerObstacle(eligibility, moving)} closed={closed} />
      )}
      <BookingFlow {...props} book={book} closed={closed} />
    </Stack>
  )
}
