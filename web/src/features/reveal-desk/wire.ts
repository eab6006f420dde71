// What the reveal desk asks for and does: the operator's private view, and the acts of `event/livescreen/reveal`.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'

/** A final that is a step, or waits to become one. */
export interface RevealFinal {
  uaid: string
  bookingId: string
  firstName: string
  lastName: string
  gender: string | null
  /** Points; null where the result has gone. */
  score: number | null
  /** On the overall board of the season, once it is revealed; null for those on no board. */
  position: number | null
  /** `YYYY-MM-DD`. */
  testDate: string | null
}

/** One step of the ceremony, from 1. */
export interface RevealStep extends RevealFinal {
  step: number
  revealed: boolean
  /** Their account or result went meanwhile, or they compete no more: the step is passed over. */
  withdrawn: boolean
}

export interface RevealState {
  /** Whether it is a ceremony; a final that was revealed alone is one step without. */
  running: boolean
  /** How many steps have been shown; 0 before the first. */
  step: number
  /** How fast the screens play a step, 0.25 to 4; 1 is as designed. */
  speed: number
  steps: RevealStep[]
  /** What is in no step, the newest first. */
  held: RevealFinal[]
}

/** `expect` is the step that was on this desk: when somebody else has moved on, nothing happens and the answer is 409. */
export type Act =
  | { uaid: string }
  | { action: 'start'; order: 'ascending' | 'descending' | string[] }
  | { action: 'next' | 'back' | 'end'; expect: number }
  | { action: 'jump'; step: number; expect: number }
  | { action: 'speed'; speed: number }

/** How often the desk looks whether a colleague has done something, in milliseconds. */
const POLL_MS = 2000

export const revealQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'reveal'],
    queryFn: ({ signal }) => api.get<RevealState>('event/admin/reveal', undefined, signal),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

/** `key` is one for each press, so that sending it again does nothing twice. */
export const sendAct = (act: Act, key: string) =>
  api.post<{ step: number }>('event/livescreen/reveal', act, { idempotencyKey: key })
