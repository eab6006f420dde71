/** The state of booking in the address: Back, a reload and a sign-in return to the same step. */

import { isCivilDate, type CivilDate } from '../../../academy/civil-date'
import type { AddressQuery } from '../../../state/address'
import { readSlotId, slotId } from '../calendar/places'

export type Step = 'slot' | 'details' | 'confirm'

export interface FlowAddress {
  date: CivilDate | null
  time: string | null
  step: Step
}

/** Reads an address; a step without a date and a time is ignored. */
export function readFlow(query: AddressQuery): FlowAddress {
  const { date, time } = readSlotId(query.date ?? '')
  if (!isCivilDate(date)) return { date: null, time: null, step: 'slot' }
  const known = time !== null && /^\d\d:\d\d$/.test(time) ? time : null
  const step = query.step === 'details' || query.step === 'confirm' ? query.step : 'slot'
  return { date, time: known, step: known === null ? 'slot' : step }
}

export const flowQuery = (
  { date, time }: { date: CivilDate; time: string | null },
  step: Step,
): AddressQuery => ({
  date: time === null ? undefined : slotId({ date, time }),
  step: step === 'slot' || time === null ? undefined : step,
})
