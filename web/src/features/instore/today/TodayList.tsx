import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fullName } from '../../../academy/names'
import { counted } from '../../../academy/numbers'
import { errorSentence } from '../../../api/error-sentence'
import { isOnline } from '../../../api/client/network'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { TextField } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { useDay, type DayBooking } from '../../../offline/day'
import { useRules } from '../../../rules'
import { BookingSheet } from './BookingSheet'
import { dayStatusOf, isOver } from './day-status'
import { BookingRows } from './BookingRow'
import styles from './TodayList.module.css'
import { useDevice, type DeskContext } from '../desk/use-desk'

interface TodayListProps {
  desk: DeskContext
  /** Beside the search: booking a walk-in. */
  walkIn: ReactNode
  /** Called when an athlete has come on screen. */
  onShow: () => void
}

const EVERY_MS = 30_000

/** All of today's athletes, from the server's list and what this tablet knows; each row opens the athlete's actions. */
export function TodayList({ desk, walkIn, onShow }: TodayListProps) {
  const { state } = desk
  const { normaliseBookingCode } = useRules()
  const { day, error, loading, refresh, renew } = useDay()
  const device = useDevice(desk.box)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const closed = useRef<string | null>(null)
  useEffect(() => {
    // A row that has moved to the other list is a new element: the browser has dropped the focus.
    if (closed.current === null) return
    const row = document.querySelector<HTMLElement>(`[data-booking="${CSS.escape(closed.current)}"]`)
    if (document.activeElement === document.body) row?.focus({ preventScroll: true })
    else if (document.activeElement !== row) closed.current = null
  })
  useEffect(() => {
    const look = () => void (isOnline() && document.visibilityState === 'visible' && renew())
    look()
    const timer = window.setInterval(look, EVERY_MS)
    return () => window.clearInterval(timer)
  }, [renew])

  if (!day)
    return error && !loading ? (
      <ErrorState
        title="Today’s list is not on this tablet"
        message={`${errorSentence(error)} It needs a connection once.`}
        onRetry={() => void refresh().catch(() => undefined)}
      />
    ) : (
      <Loading label="Fetching today’s list">
        <Skeleton height="24rem" />
      </Loading>
    )

  const dayStatus = (booking: DayBooking) => dayStatusOf(desk, device, booking)
  const bookings = everybody(
    day.bookings,
    Object.values(state.left).map(({ person }) => person),
  )
  const wanted = search.trim().toLocaleLowerCase('en-GB')
  const code = wanted === '' ? undefined : normaliseBookingCode(wanted)
  const found = bookings.filter(
    (booking) =>
      fullName(booking).toLocaleLowerCase('en-GB').includes(wanted) ||
      booking.eventTestCode.toLowerCase().startsWith(wanted) ||
      booking.eventTestCode === code,
  )
  const open = bookings.find(({ eventBookingId }) => eventBookingId === chosen)
  // Athletes who still need the desk come first.
  const over = found.filter((booking) => isOver(dayStatus(booking)))
  const ahead = found.filter((booking) => !over.includes(booking))
  const rows = (list: readonly DayBooking[]) => (
    <BookingRows as="ol" bookings={list} statusOf={dayStatus} onOpen={setChosen} />
  )
  return (
    <Stack as="section" gap={4} shrink="children" aria-labelledby="today-title">
      <Cluster as="header" gap={[2, 4]} align="center" between>
        <Cluster as="h2" gap={[0, 3]} align="baseline" id="today-title" className={text.h3}>
          Today
          <span className={classNames(text.aside, text.body, text.normalWidth)}>
            {counted(bookings.length, 'athlete')}
          </span>
        </Cluster>
        {walkIn}
      </Cluster>
      <search className={styles.search}>
        <TextField
          label="Search by name or code"
          type="search"
          name="today-search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </search>
      {found.length === 0 ? (
        <EmptyState title={wanted ? 'Nobody by that name or code' : 'Nobody is booked today'}>
          {wanted
            ? 'Check the spelling, or type the six characters on the ticket.'
            : 'A booking for today appears here by itself.'}
        </EmptyState>
      ) : (
        <>
          {ahead.length > 0 && rows(ahead)}
          {over.length > 0 && (
            <Stack as="section" gap={2} className={styles.over} aria-labelledby="today-over">
              <Cluster id="today-over" as="h3" gap={3} nowrap align="baseline" className={text.h4}>
                Done for today
                <span className={classNames(text.aside, text.body, text.normalWidth)}>{over.length}</span>
              </Cluster>
              {rows(over)}
            </Stack>
          )}
        </>
      )}
      {open && (
        <BookingSheet
          desk={desk}
          booking={open}
          day={day}
          dayStatus={dayStatus(open)}
          device={device}
          onShow={onShow}
          onClose={() => {
            closed.current = chosen
            setChosen(null)
          }}
        />
      )}
    </Stack>
  )
}

/** The day's bookings by time, with those that this tablet declined, which are no longer in the list. */
function everybody(
  listed: readonly DayBooking[],
  left: readonly {
    bookingId: string
    uaid: string
    code: string
    firstName: string
    lastName: string
    time: string
    type: 'test' | 'retest'
  }[],
): DayBooking[] {
  const known = new Set(listed.map(({ eventBookingId }) => eventBookingId))
  const gone = left
    .filter(({ bookingId }) => !known.has(bookingId))
    .map((person): DayBooking => ({
      uaid: person.uaid,
      eventBookingId: person.bookingId,
      firstName: person.firstName,
      lastName: person.lastName,
      eventTestCode: person.code,
      bookingTime: person.time,
      eventTestStatus: null,
      eventTestType: person.type,
      assistanceRequired: false,
      onboarded: false,
      results: [],
    }))
  return [...listed, ...gone].sort(
    (one, other) =>
      one.bookingTime.localeCompare(other.bookingTime) || fullName(one).localeCompare(fullName(other)),
  )
}
