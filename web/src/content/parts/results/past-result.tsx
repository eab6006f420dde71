import type { ReactNode } from 'react'
import type { BookingEntry } from '../../../features/booking/entry'
import { ResultDetail } from '../../../features/results/ResultDetail'
import { ScoreCardButton } from './ScoreCardButton'

/** The outcome of a past booking: in full if there is a final, else what the booking itself has. */
export const resultOf = (entry: BookingEntry, fallback: ReactNode): ReactNode =>
  entry.eventTestStatus === 'completed' && entry.eventBookingId !== null ? (
    <ResultDetail
      bookingId={entry.eventBookingId}
      fallback={fallback}
      actions={(result) => <ScoreCardButton result={result} />}
    />
  ) : (
    fallback
  )
