import type { ReactNode } from 'react'
import { openBooking } from '../../../features/booking/entry'
import { linkOf, type ContentLink, type Elements } from '../../../features/content/content-item'
import { paths } from '../../../paths'
import { useEntries } from '../use-entries'

interface BookedLinkProps {
  elements: Elements
  children: (link: ContentLink) => ReactNode
}

/** Where somebody without a result goes next: as authored, but to their ticket once they have booked. */
export function BookedLink({ elements, children }: BookedLinkProps) {
  const booked = openBooking(useEntries().entries ?? []) !== null
  const link = booked ? { url: paths.myTests(), text: 'See your ticket' } : linkOf(elements, 'emptyLink')
  return link && children(link)
}
