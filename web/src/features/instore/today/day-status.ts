// The status of one of today's athletes: what this tablet knows overrides the day's list, which may be older.
import type { DeskAthlete } from '@sixfold/domain'
import type { DayBooking } from '../../../offline/day'
import type { DeskContext } from '../desk/use-desk'
import { serverNow } from '../../../api/clock'
import { londonTime } from '../../../academy/london'
import { SCORE_REMOVED, STATUS_NAME } from '../../../academy/names'

/** `here`: on this tablet's queue; `elsewhere`: onboarded by another tablet. */
type DayPlace =
  'expected' | 'arrived' | 'help' | 'here' | 'elsewhere' | 'finished' | 'declined' | 'missed' | 'cancelled'

export interface DayStatus {
  place: DayPlace
  /** The word that the list shows. */
  word: string
  /** Something about them is unsent. */
  unsent: boolean
}

const TESTS_DONE = ({ tests }: DeskAthlete) =>
  Object.values(tests).filter(({ status }) => status !== 'open').length

/** `device` is the name of this tablet. */
export function dayStatusOf(desk: DeskContext, device: string | null, booking: DayBooking): DayStatus {
  const athlete = desk.store.athlete(booking.eventBookingId)
  const left = desk.state.left[booking.eventBookingId]
  const unsent = desk.unsent.has(booking.eventBookingId)
  const at = (place: DayPlace, word: string): DayStatus => ({ place, word, unsent })
  // This tablet may still have the final that was removed.
  if (booking.scoreRemoved) return at('missed', SCORE_REMOVED)
  if (athlete?.resultFinal) return at('finished', 'Final on this tablet')
  if (athlete)
    return at('here', athlete.status === 'accepted' ? `Testing, ${TESTS_DONE(athlete)} of 6` : 'Onboarded')
  if (left?.how === 'final') return at('finished', 'Final on this tablet')
  if (left?.how === 'declined') return at('declined', STATUS_NAME.declined)
  if (left?.how === 'cleared') return at('here', 'On this tablet')
  switch (booking.eventTestStatus) {
    case 'completed':
      return at('finished', STATUS_NAME.completed)
    case 'dnt':
      return at('missed', STATUS_NAME.dnt)
    case 'declined':
      return at('declined', STATUS_NAME.declined)
    case 'cancelled':
      return at('cancelled', STATUS_NAME.cancelled)
    case 'assistance':
      return at('help', STATUS_NAME.assistance)
  }
  if (booking.onboarded && left?.how !== 'released') {
    const done = booking.results.length
    const testing = done > 0 ? `Testing, ${done} of 6` : 'Onboarded'
    return at('elsewhere', isElsewhere(booking, device) ? `${testing} (another tablet)` : testing)
  }
  if (booking.arrivedAt) return at('arrived', 'Here')
  // RULES 4.13
  const late = booking.bookingTime !== '' && booking.bookingTime < londonTime(serverNow())
  return at('expected', late ? 'Late' : STATUS_NAME.booked)
}

const OVER: readonly DayPlace[] = ['finished', 'declined', 'missed', 'cancelled']

/** The desk has nothing left to do for them. */
export const isOver = ({ place, unsent }: DayStatus): boolean => OVER.includes(place) && !unsent

/** Whether it is known that another tablet took them on; without names nobody knows which one it was. */
export const isElsewhere = ({ onboardedDevice }: DayBooking, device: string | null): boolean =>
  typeof onboardedDevice === 'string' && device !== null && onboardedDevice !== device
