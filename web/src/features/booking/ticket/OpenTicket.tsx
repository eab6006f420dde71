import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { fullName, TYPE_NAME } from '../../../academy/names'
import type { EventConfig, UserProfile } from '../../../api/types'
import { Button, LinkButton } from '../../../components/Button'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Notice } from '../../../components/feedback/Notice'
import { useSiteTitle } from '../../../components/site-title'
import { paths } from '../../../paths'
import { Invitation } from '../../../notifications/Invitation'
import { useRules } from '../../../rules'
import { useBookingData } from '../../../state/booking-store'
import { CancelDialog } from '../CancelDialog'
import { dateAndTime } from '../../../academy/civil-date'
import text from '../../../components/text.module.css'
import { changesClosed, ruleHistory, type BookingEntry } from '../entry'
import { AddToCalendar } from './AddToCalendar'
import { visitEnd, type CalendarEvent } from './ics'
import styles from '../MyTests.module.css'
import { Ticket } from './Ticket'
import { WalletButtons } from './WalletButtons'
import { useNow } from '../../../state/use-now'
import { callToMove } from '../next-steps'
import { closedText, placeLine } from '../words'

interface OpenTicketProps {
  kit: readonly string[]
  way: ReactNode
  entry: BookingEntry
  entries: readonly BookingEntry[]
  profile: UserProfile
  config: EventConfig
  onCancelled: () => void
}

export function OpenTicket({ kit, way, entry, entries, profile, config, onCancelled }: OpenTicketProps) {
  const rules = useRules()
  const site = useSiteTitle()
  const nowMs = useNow(60_000)
  const { eventBookingConfirmed, eventBookingMoved: movedLast, update } = useBookingData()
  const [cancelling, setCancelling] = useState(false)
  const [eventBookingMoved] = useState(movedLast)
  const [fresh] = useState(eventBookingConfirmed !== null && eventBookingConfirmed === entry.eventBookingId)
  // The live region has to be there before its words.
  const said = useDeferredValue(fresh, false)
  // Shown once: on the next visit it is an ordinary ticket.
  useEffect(() => {
    if (eventBookingConfirmed !== null) update({ eventBookingConfirmed: null, eventBookingMoved: false })
  }, [eventBookingConfirmed, update])

  const { eventTestDate: date, eventTestTime: time } = entry
  const type = rules.bookingType(ruleHistory(entries))
  const startMs = date && time ? rules.londonToMillis(date, time) : undefined
  const today = rules.londonNow(nowMs).date
  const confirmed = entry.eventTestStatus === 'booked' && date !== null && date >= today
  const call = callToMove(profile.bookingEligibility, entry)
  const closed = changesClosed(rules, entry, config, nowMs)
  return (
    <div className={styles.ticket}>
      <LiveRegion>
        {said && (
          <Notice tone="good" title={freshTitle(entry, eventBookingMoved)}>
            {date ? `${dateAndTime(date, time)}. ` : ''}The details are on their way to {profile.emailAddress}
            .
          </Notice>
        )}
      </LiveRegion>
      <Ticket
        entry={entry}
        name={fullName(profile)}
        kit={kit}
        type={type}
        today={today}
        mapUrl={config.event.mapUrl}
        fresh={fresh}
        wallets={
          confirmed &&
          entry.eventBookingId !== null && (
            <WalletButtons bookingId={entry.eventBookingId} wallets={config.wallets} />
          )
        }
        calendar={
          startMs !== undefined && (
            <AddToCalendar
              event={calendarEvent(entry, `${site} ${TYPE_NAME[type].toLowerCase()}`, startMs, nowMs)}
            />
          )
        }
        actions={
          closed ? (
            <p className={text.quiet}>{closedText(entry)}</p>
          ) : (
            <>
              {call === null ? (
                <LinkButton variant="secondary" href={paths.bookTest()}>
                  Change
                </LinkButton>
              ) : (
                <p className={text.quiet}>{call}</p>
              )}
              <Button variant="quiet" onClick={() => setCancelling(true)}>
                Cancel booking
              </Button>
            </>
          )
        }
      />
      <div data-screen-only="">
        <Invitation topic="bookings" withInstall />
      </div>
      {way}
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

function freshTitle(entry: BookingEntry, moved: boolean): string {
  if (moved) return 'Your test has moved.'
  return entry.eventTestStatus === 'assistance' ? 'We have your request' : 'You’re in.'
}

function calendarEvent(entry: BookingEntry, title: string, startMs: number, nowMs: number): CalendarEvent {
  const confirmed = entry.eventTestStatus !== 'assistance'
  return {
    uid: `${entry.eventBookingId ?? entry.eventTestCode ?? 'booking'}@${window.location.hostname}`,
    sequence: entry.eventTestSequence,
    confirmed,
    title,
    place: placeLine(entry),
    url: new URL(paths.myTests(), window.location.origin).href,
    // As the letters have it: the code of a request opens nothing yet.
    description: confirmed
      ? `Booking code ${entry.eventTestCode ?? ''}. Be there ten minutes early.`
      : 'We’re holding this time and will confirm it by e-mail.',
    startMs,
    endMs: visitEnd(startMs),
    stampMs: nowMs,
  }
}
