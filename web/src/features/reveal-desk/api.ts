// The calls of the reveal desk: the operator's private view, and the commands of `event/livescreen/reveal`.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer } from '../../api/contract'
import { queryKeys } from '../../api/queries'

/**
 * A final that is a step or may become one; without a score if its result was deleted, or a position if no board will show it.
 */
export type RevealFinal = Answer<'RevealFinal'>

/** One step of the ceremony, from 1. A withdrawn one is skipped: its account or result was deleted, or it does not compete. */
export type RevealStep = Answer<'RevealStep'>

/** A final that was revealed alone is one step without a running ceremony; `step` counts those shown. */
export type RevealState = Answer<'RevealDesk'>

/** `expect` is the step shown on this desk: if somebody else has moved on, nothing happens and the answer is 409. */
export type RevealCommand =
  | { uaid: string; eventBookingId: string }
  | { action: 'start'; season: number; order: 'ascending' | 'descending' }
  | { action: 'start'; season: number; eventBookingIds: string[] }
  | { action: 'next' | 'back'; expect: number }
  | { action: 'end'; expect: number; eventBookingId?: string }
  | { action: 'jump'; step: number; expect: number }
  | { action: 'speed'; speed: number }

/** How often the desk checks whether a colleague has done something, in milliseconds. */
export const POLL_MS = 2000

/** How long the desk waits for an answer, in milliseconds: the hall waits with it. */
const PATIENCE_MS = 5000

export const revealQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'reveal'],
    queryFn: ({ signal }) => api.get('event/admin/reveal', { signal, withinMs: PATIENCE_MS }),
    staleTime: 0,
    refetchInterval: POLL_MS,
    // The hall's window may lie over the desk's.
    refetchIntervalInBackground: true,
  })

/** `key` is new for each press, so that sending the request again has no second effect. */
export const sendCommand = (command: RevealCommand, key: string) =>
  api.post('event/livescreen/reveal', command, { idempotencyKey: key, withinMs: PATIENCE_MS })
