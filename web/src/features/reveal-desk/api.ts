// The calls of the reveal desk: the operator's private view, and the commands of `event/livescreen/reveal`.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer } from '../../api/contract'
import { queryKeys } from '../../api/queries'

/** A final that is a step or may become one; without a score if its result was deleted, or a position if it is on no board. */
export type RevealFinal = Answer<'RevealFinal'>

/** One step of the ceremony, from 1. A withdrawn one is skipped: its account or result was deleted, or it does not compete. */
export type RevealStep = Answer<'RevealStep'>

/** A final that was revealed alone is one step without a running ceremony; `step` counts those shown. */
export type RevealState = Answer<'RevealDesk'>

/** `expect` is the step shown on this desk: if somebody else has moved on, nothing happens and the answer is 409. */
export type RevealCommand =
  | { uaid: string; eventBookingId: string }
  | { action: 'start'; order: 'ascending' | 'descending' }
  | { action: 'start'; eventBookingIds: string[] }
  | { action: 'next' | 'back'; expect: number }
  | { action: 'end'; expect: number; eventBookingId?: string }
  | { action: 'jump'; step: number; expect: number }
  | { action: 'speed'; speed: number }

/** How often the desk checks whether a colleague has done something, in milliseconds. */
const POLL_MS = 2000

export const revealQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'reveal'],
    queryFn: ({ signal }) => api.get('event/admin/reveal', { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

/** `key` is new for each press, so that sending the request again has no second effect. */
export const sendCommand = (command: RevealCommand, key: string) =>
  api.post('event/livescreen/reveal', command, { idempotencyKey: key })
