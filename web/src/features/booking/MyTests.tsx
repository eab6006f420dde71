import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { cancelBooking as sendCancel } from '../../api/calls'
import { newKey } from '../../api/client'
import { errorSentence } from '../../api/errors'
import { configQuery, profileQuery, queryKeys } from '../../api/queries'
import type { EventConfig, UserProfile } from '../../api/wire'
import { Button, LinkButton } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { Page } from '../../components/Page'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../components/States'
import { Tabs } from '../../components/Tabs'
import { paths } from '../../paths'
import { useRules } from '../../rules'
import { useAlert } from '../../state/alert-store'
import { useBookingData } from '../../state/booking-store'
import { useOperation } from '../../state/use-operation'
import { dateAndTime } from './civil-date'
import { cancelBooking, openBooking, pastEntries, readEntries, ruleHistory, type BookingEntry } from './entry'
import { calendarFile, visitEnd } from './ics'
import styles from './MyTests.module.css'
import { PastTests } from './PastTests'
import { Ticket } from './Ticket'
import { useMinute } from './use-minute'
import { placeLine, TYPE_NAME } from './words'

export interface MyTestsWords {
  title: string
  headline: string
  intro: string
  emptyHeadline: string
  emptyText: string
  description?: string | undefined
}

/** MY TESTS: the ticket with change and cancel, and what was before. */
export function MyTests({ words }: { words: MyTestsWords }) {
  const profile = useQuery(profileQuery())
  const config = useQuery(configQuery())
  const failed = [profile, config].find((query) => query.isError && query.data === undefined)
  return (
    <Page
      title={words.title}
      heading={words.headline}
      lead={words.intro}
      {...(words.description ? { description: words.description } : {})}
    >
      {failed ? (
        <ErrorState
          message={errorSentence(failed.error)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : profile.data && config.data ? (
        <Suspense fallback={<TicketSkeleton />}>
          <Tests words={words} profile={profile.data} config={config.data} />
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

interface TestsProps {
  words: MyTestsWords
  profile: UserProfile
  config: EventConfig
}

function Tests({ words, profile, config }: TestsProps) {
  const rules = useRules()
  const { tabState, update } = useBookingData()
  // Cancelled here, and not yet heard of from the server: the current entry is the default already (spec §4).
  const [cancelled, setCancelled] = useState<string | null>(null)
  const known = readEntries(profile.events)
  const entries = cancelled !== null && known[0]?.eventBookingId === cancelled ? cancelBooking(known) : known
  const open = openBooking(entries)
  const past = pastEntries(entries)
  return (
    <Tabs
      label="Your tests"
      value={tabState === 'history' ? 'history' : 'ticket'}
      onChange={(tab) => update({ tabState: tab })}
      tabs={[
        {
          key: 'ticket',
          label: 'Ticket',
          content: open ? (
            <OpenTicket
              entry={open}
              entries={entries}
              profile={profile}
              config={config}
              onCancelled={() => setCancelled(open.eventBookingId)}
            />
          ) : (
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
          ),
        },
        {
          key: 'history',
          label: past.length > 0 ? `Before (${past.length})` : 'Before',
          content: <PastTests entries={past} formatScore={rules.formatScore} />,
        },
      ]}
    />
  )
}

interface OpenTicketProps {
  entry: BookingEntry
  entries: readonly BookingEntry[]
  profile: UserProfile
  config: EventConfig
  onCancelled: () => void
}

function OpenTicket({ entry, entries, profile, config, onCancelled }: OpenTicketProps) {
  const rules = useRules()
  const nowMs = useMinute()
  const { eventBookingConfirmed, update } = useBookingData()
  const [cancelling, setCancelling] = useState(false)
  const [fresh] = useState(eventBookingConfirmed !== null && eventBookingConfirmed === entry.eventBookingId)
  // Seen once: the next visit finds an ordinary ticket.
  useEffect(() => {
    if (eventBookingConfirmed !== null) update({ eventBookingConfirmed: null })
  }, [eventBookingConfirmed, update])

  const { eventTestDate: date, eventTestTime: time } = entry
  const type = rules.bookingType(ruleHistory(entries))
  const startMs = date && time ? rules.londonToMillis(date, time) : undefined
  const refusal = rules.cancelAllowed(
    { status: entry.eventTestStatus ?? 'booked', date, time },
    config.bookingSessionConfig.cancelCutoffMinutes,
    false,
    nowMs,
  )
  return (
    <div className={styles.ticket}>
      {fresh && (
        <Notice
          tone="good"
          role="status"
          title={entry.eventTestStatus === 'assistance' ? 'We have your request' : "You're in."}
        >
          {date ? `${dateAndTime(date, time)}. ` : ''}The details are on their way to {profile.emailAddress}.
        </Notice>
      )}
      <Ticket
        entry={entry}
        type={type}
        today={rules.londonNow(nowMs).date}
        mapUrl={config.event.mapUrl}
        fresh={fresh}
        onCalendar={
          startMs === undefined ? undefined : () => saveCalendar(entry, TYPE_NAME[type], startMs, nowMs)
        }
        actions={
          refusal === null ? (
            <>
              <LinkButton variant="secondary" href={paths.bookTest()}>
                Change
              </LinkButton>
              <Button variant="quiet" onClick={() => setCancelling(true)}>
                Cancel booking
              </Button>
            </>
          ) : (
            <p className={styles.closed}>
              Online changes have closed. Call {entry.eventLocationContactNumber} if you cannot make it.
            </p>
          )
        }
      />
      <CancelDialog
        open={cancelling}
        entry={entry}
        uaid={profile.uaid}
        onClose={() => setCancelling(false)}
        onCancelled={onCancelled}
      />
    </div>
  )
}

interface CancelDialogProps {
  open: boolean
  entry: BookingEntry
  uaid: string
  onClose: () => void
  onCancelled: () => void
}

function CancelDialog({ open, entry, uaid, onClose, onCancelled }: CancelDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [key] = useState(newKey)
  const cancel = useOperation(() =>
    sendCancel({ uaid, eventBookingID: entry.eventBookingId ?? '', eventId: entry.eventId ?? '' }, key),
  )
  const when = entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : 'your booking'
  const confirm = async () => {
    const outcome = await cancel.run()
    if (!outcome.ok) return
    show({ tone: 'good', message: `Cancelled: ${when}. Your place went back to the board.` })
    onCancelled()
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Cancel your test?"
      actions={
        <>
          <Button variant="danger" busy={cancel.status === 'loading'} onClick={() => void confirm()}>
            Yes, cancel it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep my place
          </Button>
        </>
      }
    >
      <p>
        <strong>{when}</strong> goes to somebody else and your code stops working. You can book again at any
        time.
      </p>
      {cancel.error && (
        <p role="alert" className={styles.problem}>
          {errorSentence(cancel.error)}
        </p>
      )}
    </Dialog>
  )
}

/** Hands a calendar file to the browser. */
function saveCalendar(entry: BookingEntry, type: string, startMs: number, nowMs: number): void {
  const file = calendarFile({
    uid: `${entry.eventBookingId ?? entry.eventTestCode ?? 'booking'}@${window.location.hostname}`,
    title: `Sixfold ${type.toLowerCase()}`,
    place: placeLine(entry),
    url: new URL(paths.myTests(), window.location.origin).href,
    description: `Booking code ${entry.eventTestCode ?? ''}. Be there ten minutes early.`,
    startMs,
    endMs: visitEnd(startMs),
    stampMs: nowMs,
  })
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'sixfold-test.ics'
  link.click()
  URL.revokeObjectURL(url)
}
