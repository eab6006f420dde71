import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { REFUSAL_WORDS } from '../../academy/slot-words'
import { availabilityQuery, sendBooking } from '../../api/booking'
import { fetchProfile, saveProfile } from '../../api/calls'
import { newKey } from '../../api/client/client'
import { normaliseFailure, type ApiFailure } from '../../api/client/failure'
import { errorSentence } from '../../api/error-sentence'
import { queryKeys } from '../../api/queries'
import { detailsOf } from '../../api/refusal'
import type { BookingPayload, UserProfile } from '../../api/types'
import type { Session } from '../../auth/session'
import { paths } from '../../paths'
import { useAlert } from '../../state/alert-store'
import { useBookingData } from '../../state/booking-store'
import { useOperation } from '../../state/use-operation'
import { withFull, type SlotKey } from './calendar/places'
import { detailsPayload, type Details } from './details'
import { chooseBookingDate, chooseBookingTime, openBooking, readEntries, type BookingEntry } from './entry'
import { keepMade } from './made-booking'
import type { Step } from './steps/flow-address'
import type { Choice } from './steps/SlotStep'
import type { Book } from './use-book'

interface BookingWithPhone {
  payload: BookingPayload
  /**
   * Saved to the profile first, since staff call everybody who asks for assistance. Null if the profile already has it.
   */
  phoneNumber: string | null
}

/** Who books, and what they have booked before. */
export interface Booker {
  entries: readonly BookingEntry[]
  moving: BookingEntry | null
  session: Session | null
  profile: UserProfile | undefined
  onMade: (made: 'booked' | 'moved' | null) => void
}

interface SendBookingProps extends Booker {
  book: Book
  choice: Choice
  details: Details
  backTo: (step: Step) => void
}

/** What decides whether a time can be booked. */
const OF_A_TIME = [queryKeys.config, queryKeys.availability, queryKeys.profile]

/** What makes an open booking the one that was asked for. */
const SAME = ['eventId', 'eventTestDate', 'eventTestTime', 'eventTestStatus'] as const

/** Books or moves. If an earlier try, whose answer was lost, has made the booking, the details are saved with it. */
async function bookOrSave(payload: BookingPayload, key: string) {
  try {
    return await sendBooking(payload, key)
  } catch (cause) {
    const failure = normaliseFailure(cause)
    if (failure.errorCode !== 'BOOKING_OPEN_EXISTS') throw failure
    // Not through the cache: the page would offer the booking to be moved.
    const open = openBooking(readEntries((await fetchProfile()).events))
    if (open === null || SAME.some((field) => open[field] !== payload[field])) throw failure
    return sendBooking({ ...payload, eventBookingId: open.eventBookingId }, newKey())
  }
}

/** Sends the booking that the steps have put together, and leads on from the answer: to the ticket, or a step back. */
export function useSendBooking({
  book,
  entries,
  moving,
  session,
  profile,
  choice,
  details,
  backTo,
  onMade,
}: SendBookingProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const update = useBookingData((data) => data.update)
  const show = useAlert((alert) => alert.show)
  const [beaten, setBeaten] = useState<SlotKey | null>(null)
  const [attempt, setAttempt] = useState(0)
  const send = useOperation(async ({ payload, phoneNumber }: BookingWithPhone, key) => {
    if (phoneNumber !== null) await saveProfile({ phoneNumber })
    return bookOrSave(payload, key)
  })

  const refused = (error: ApiFailure, slot: SlotKey) => {
    setAttempt((count) => count + 1)
    if (error.errorCode === 'SLOT_FULL') {
      for (const type of ['test', 'retest'] as const)
        client.setQueryData(availabilityQuery(type).queryKey, (known) => known && withFull(known, slot))
      setBeaten(slot)
      backTo('slot')
      void client.invalidateQueries({ queryKey: queryKeys.availability })
    } else if (Object.hasOwn(REFUSAL_WORDS, error.errorCode)) {
      // A rule refused it that the calendar does not know yet.
      backTo('slot')
      send.reset()
      show({ tone: 'info', message: errorSentence(error) })
      for (const queryKey of OF_A_TIME) void client.invalidateQueries({ queryKey })
    } else if (error.errorCode === 'STATUS_CONFLICT' && !detailsOf(error, 'STATUS_CONFLICT')?.checkedIn) {
      // The booking to move was moved or cancelled elsewhere.
      backTo('slot')
      send.reset()
      show({ tone: 'info', message: 'Your booking has changed since you opened this page. Choose again.' })
      void client.invalidateQueries({ queryKey: queryKeys.mine })
    } else if (error.field && error.field in details && !moving) {
      backTo('details')
    }
  }

  const confirm = async () => {
    const { date, time } = choice
    if (time === null || !session) return
    // The new entry at the front (RULES 4.7): it keeps the id of a booking that is being moved and has none otherwise.
    const [entry] = chooseBookingTime(chooseBookingDate(entries, date), time)
    const bookingId = entry?.eventBookingId ?? moving?.eventBookingId
    const phoneNumber = details.phoneNumber.trim()
    const asksForHelp = !moving && details.assistanceRequired
    const asked = {
      eventId: moving?.eventId ?? book.config.event.eventId,
      eventTestDate: date,
      eventTestTime: time,
      eventTestType: book.type,
      eventTestStatus:
        moving?.eventTestStatus ?? (asksForHelp ? ('assistance' as const) : ('booked' as const)),
    }
    const outcome = await send.run({
      payload: {
        uaid: session.uaid,
        ...(moving ? {} : detailsPayload(details)),
        ...asked,
        ...(bookingId ? { eventBookingId: bookingId } : {}),
      },
      phoneNumber: asksForHelp && phoneNumber !== profile?.phoneNumber ? phoneNumber : null,
    })
    if (!outcome.ok) return refused(outcome.error, { date, time })
    const { eventBookingId, code: eventTestCode } = outcome.data
    update({
      initDate: null,
      details: null,
      eventBookingConfirmed: eventBookingId,
      eventBookingMoved: moving !== null,
    })
    onMade(moving ? 'moved' : 'booked')
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    keepMade(client, { ...asked, eventBookingId, eventTestCode })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    await navigate({ to: paths.myTests() })
    // Only somebody who went back meanwhile is still here.
    onMade(null)
  }
  return { send, attempt, beaten, setBeaten, confirm }
}
