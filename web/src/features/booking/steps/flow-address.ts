/** Where somebody is in booking, as the address says it: Back, a reload and a sign-in on the way lead to the same place. */

import { isCivilDate, type CivilDate } from '../../../academy/civil-date'
import type { AddressQuery } from '../../../state/address'
import { readSlotId, slotId } from '../calendar/places'

export type Step = 'slot' | 'details' | 'confirm'

export interface FlowAddress {
  date: CivilDate | null
  time: string | null
  step: Step
}

/** What an address says; a step without a date and a time is none. */
export function readFlow(query: AddressQuery): FlowAddress {
  const { date, time } = readSlotId(query.date ?? '')
  if (!isCivilDate(date)) return { date: null, time: null, step: 'slot' }
  const known = time !== null && /^\d\d:\d\d$/.test(time) ? time : null
  const step = query.step === 'details' || query.step === 'confirm' ? query.step : 'slot'
  return { date, time: known, step: known === null ? 'slot' : step }
}

/** The address of a place in the flow, as a change of the query. */
export const flowQuery = (
  { date, time }: { date: CivilDate; time: string | null },
  step: Step,
): AddressQuery => ({
  date: time === null ? undefined : slotId({ date, time }),
  step: step === 'slot' || time === null ? undefined : step,
})
