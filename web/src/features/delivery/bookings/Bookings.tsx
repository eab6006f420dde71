import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { wholeNumber } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState } from '../../../components/feedback/States'
import text from '../../../components/text.module.css'
import type { InAddress } from '../../../state/address'
import { Outdated } from '../../../components/feedback/Outdated'
import { Loaded } from '../../../state/Loaded'
import { MoreButton } from '../../../state/MoreButton'
import { BookPerson } from '../book-person/BookPerson'
import { BookingDrawer } from './BookingDrawer'
import { BookingFilters } from './BookingFilters'
import { BookingList } from './BookingList'
import { classNames } from '../../../components/class-names'
import styles from './BookingDesk.module.css'
import { daysText, isReversed, NO_FILTERS, readFilters } from './filters'
import { bookingsQuery, type BookingPage } from './api'

/** All bookings, filtered by dates, athlete, team, status, assistance and standing; each opens in a drawer. */
export function Bookings({ query, onQuery }: InAddress) {
  const today = londonToday()
  const [booking, setBooking] = useState(false)
  const filters = readFilters(query, today)
  const reversed = isReversed(filters)
  const list = useInfiniteQuery({ ...bookingsQuery(filters), enabled: !reversed })
  const bookings = list.data?.pages.flatMap((page) => page.bookings) ?? []
  const [first] = list.data?.pages ?? []
  const opened = query.booking
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="bookings-title">
      <Cluster as="header" gap={[2, 5]} align="baseline" between>
        <h2 id="bookings-title" className={text.h3}>
          Bookings
        </h2>
        <p role="status" className={classNames(styles.total, text.quietFigures)}>
          {first && !reversed && `${totalText(first)}, ${daysText(filters, today)}`}
        </p>
        <Button onClick={() => setBooking(true)}>
          <Icon name="plus" small />
          Book somebody
        </Button>
      </Cluster>
      <BookingFilters
        query={query}
        onQuery={onQuery}
        filters={filters}
        today={today}
        teamName={bookings.find(({ teamBookingId }) => teamBookingId === filters.team)?.teamName ?? undefined}
      />
      <Loaded result={list} label="Loading the bookings" height="32rem">
        {() =>
          bookings.length > 0 ? (
            <Outdated when={list.isPlaceholderData}>
              <BookingList
                bookings={bookings}
                query={query}
                onOpen={(booking) => onQuery({ booking: booking.eventBookingId }, true)}
              />
              <MoreButton list={list}>Show more</MoreButton>
            </Outdated>
          ) : (
            <EmptyState
              title="No bookings found"
              action={
                <Button variant="secondary" onClick={() => onQuery(NO_FILTERS)}>
                  Clear all filters
                </Button>
              }
            >
              No booking matches these filters, {daysText(filters, today)}.
            </EmptyState>
          )
        }
      </Loaded>
      {booking && (
        <BookPerson
          onClose={() => setBooking(false)}
          onOpen={(id) => {
            setBooking(false)
            onQuery({ booking: id }, true)
          }}
        />
      )}
      {opened && (
        <BookingDrawer
          key={opened}
          id={opened}
          row={bookings.find(({ eventBookingId }) => eventBookingId === opened)}
          onClose={() => onQuery({ booking: undefined })}
        />
      )}
    </Stack>
  )
}

const totalText = ({ total, atLeast }: BookingPage): string =>
  total === 1 ? '1 booking' : `${wholeNumber(total)}${atLeast ? ' or more' : ''} bookings`
