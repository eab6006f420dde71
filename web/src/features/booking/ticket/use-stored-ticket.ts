import { useEffect } from 'react'
import { dropTicket } from '../../../offline/drop-ticket'
import { storeTicket } from '../../../offline/ticket'
import type { BookingEntry, BookingType } from '../entry'

/** Stores the open booking's ticket on the device for use without a network; without a booking, nothing is stored. */
export function useStoredTicket(
  entry: BookingEntry | null | undefined,
  uaid: string,
  type: BookingType,
  mapUrl: string | null,
): void {
  const { eventTestCode: code, eventTestDate: date } = entry ?? {}
  const text =
    entry && code && date
      ? JSON.stringify({
          uaid,
          status: entry.eventTestStatus === 'assistance' ? 'assistance' : 'booked',
          code,
          date,
          time: entry.eventTestTime,
          type,
          place: {
            name: entry.eventLocationName,
            address: entry.eventLocationAddress,
            postcode: entry.eventLocationPostCode,
            phone: entry.eventLocationContactNumber,
            email: entry.eventLocationContactEmail,
          },
          mapUrl,
        } satisfies Parameters<typeof storeTicket>[0])
      : null
  useEffect(() => {
    const done =
      text === null ? dropTicket() : storeTicket(JSON.parse(text) as Parameters<typeof storeTicket>[0])
    // Its code has to be on the device too, under the URL that the page loads without a network.
    const drawing = import('./StoredTicket')
    // A device that cannot store it goes without.
    Promise.all([done, drawing]).catch(() => undefined)
  }, [text])
}
