import { openBooking } from '../../../features/booking/entry'
import { linkOf, type Elements } from '../../../features/content/content-item'
import { paths } from '../../../paths'
import { useEntries } from '../use-entries'

/** Where somebody without a result goes next: as authored, but to their ticket once they have booked. */
export function useEmptyLink(elements: Elements) {
  const booked = openBooking(useEntries().entries ?? []) !== null
  return booked ? { url: paths.myTests(), text: 'See your ticket' } : linkOf(elements, 'emptyLink')
}
