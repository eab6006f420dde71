/** A booking that was just made or moved, where the profile cannot be read again after it. */

import type { QueryClient } from '@tanstack/react-query'
import type { CivilDate } from '../../academy/civil-date'
import { configQuery, profileQuery, queryKeys } from '../../api/queries'
import type { BookingStatus, BookingType, EventEntry, EventPlace, UserProfile } from '../../api/types'

/** What was asked for, with what the answer says. */
export interface MadeBooking {
  eventId: string
  eventBookingId: string
  eventTestDate: CivilDate
  eventTestTime: string
  eventTestType: BookingType | null
  /** Of a new booking; a move leaves it as it was. */
  eventTestStatus: BookingStatus
  eventTestCode: string
}

/** Whether the profile could not be read again since the last change. */
export const isProfileOld = (client: QueryClient): boolean =>
  client.getQueryState(queryKeys.profile)?.isInvalidated === true

/**
 * Puts the booking into a profile that could not be read again: it would show a move with its former time, and a first
 * booking not at all. The profile is still out of date, and read again by the next page.
 */
export function keepMade(client: QueryClient, made: MadeBooking): void {
  const place = client.getQueryData(configQuery().queryKey)?.event
  if (!place || !isProfileOld(client)) return
  client.setQueryData(profileQuery().queryKey, (profile) => profile && bookedLocally(profile, made, place), {
    updatedAt: 1,
  })
}

/** The profile with the booking in the place of its former state, or in front of all others. */
export function bookedLocally(profile: UserProfile, made: MadeBooking, place: EventPlace): UserProfile {
  const isMade = ({ eventBookingId }: EventEntry) => eventBookingId === made.eventBookingId
  if (profile.events.some(({ eventList }) => eventList.some(isMade))) {
    const events = profile.events.map((group) => ({
      ...group,
      eventList: group.eventList.map((entry) => (isMade(entry) ? moved(entry, made) : entry)),
    }))
    return { ...profile, events }
  }
  const { mapUrl: _, ...where } = place
  const entry: EventEntry = {
    ...where,
    ...made,
    eventTestNotes: null,
    eventTestScore: null,
    eventTestHeld: false,
    eventTestAssistanceRequired: false,
    eventTestAssistanceType: null,
    results: [],
  }
  return { ...profile, events: [{ eventId: made.eventId, eventList: [entry] }, ...profile.events] }
}

function moved(entry: EventEntry, { eventTestDate, eventTestTime, eventTestCode }: MadeBooking): EventEntry {
  const changes = entry.eventTestSequence
  return {
    ...entry,
    eventTestDate,
    eventTestTime,
    eventTestCode,
    eventTestSequence: typeof changes === 'number' ? changes + 1 : null,
  }
}
