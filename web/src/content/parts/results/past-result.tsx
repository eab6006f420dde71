import type { ReactNode } from 'react'
import { Cluster } from '../../../components/layout/Cluster'
import type { BookingEntry } from '../../../features/booking/entry'
import { ResultDetail } from '../../../features/results/ResultDetail'
import { ResultDownloads } from './ResultDownloads'

/** The outcome of a past booking: in full if there is a final, else what the booking itself has. */
export const resultOf = (entry: BookingEntry, fallback: ReactNode): ReactNode =>
  entry.eventTestStatus === 'completed' && entry.eventBookingId !== null ? (
    <ResultDetail
      bookingId={entry.eventBookingId}
      fallback={fallback}
      actions={(result) => (
        <Cluster gap={3}>
          <ResultDownloads result={result} />
        </Cluster>
      )}
    />
  ) : (
    fallback
  )
