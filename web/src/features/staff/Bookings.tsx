import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { SearchField } from '../../components/form/SearchField'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import { bookingsQuery, type BookingSearch } from './api'
import { BookingTable } from './BookingTable'
import styles from './Bookings.module.css'

interface BookingsProps {
  /** The dates; today by default. */
  days?: Pick<BookingSearch, 'from' | 'to'>
  /** Shown beside the search field. */
  controls?: ReactNode
  /** Shown if there are no bookings. */
  empty: { title: string; text: string }
}

/** Bookings to search by name or code; the list is refetched while on screen. */
export function Bookings({ days = {}, controls, empty }: BookingsProps) {
  const [words, setWords] = useState('')
  const search = words.trim()
  const list = useQuery(bookingsQuery({ search, ...days }))
  return (
    <Stack gap={5} shrink="children">
      <Stack as="search" gap={4} align="end" className={styles.search}>
        <SearchField label="Search by name or code" name="search" search={words} onSearch={setWords} />
        {controls}
      </Stack>
      <Loaded result={list} label="Loading the bookings" height="24rem">
        {({ bookings, more }) =>
          bookings.length > 0 ? (
            <>
              <BookingTable bookings={bookings} />
              {more && <p className={text.quiet}>There are more than 100. Search to find the rest.</p>}
            </>
          ) : (
            <EmptyState title={search ? 'Nobody by that name or code' : empty.title}>
              {search ? 'Check the spelling, or type the six characters on the ticket.' : empty.text}
            </EmptyState>
          )
        }
      </Loaded>
    </Stack>
  )
}
