/**
 * The check-in screen's own call: the screen authorises itself by the secret in its address, without a session, so none
 * of the signed-in client (cookie, CSRF token, signing out) is involved.
 */
import type { Answer, Narrow } from './contract'
import { normaliseFailure } from './client/failure'
import { inTime } from './client/in-time'
import { isRecord } from './json'

/** The screen's name, and the place that it welcomes people to. */
export type Door = Answer<'KioskAnswer'>

/** Somebody who has arrived; the name is empty if they never gave one. */
export type ArrivalAnswer = Narrow<'ArrivalAnswer', { state: 'early' | 'on-time' | 'late' | 'already' }>

/** Nobody stands beside the screen who could notice that a line lets nothing through. */
const LIMIT_MS = 10_000

async function ask<T>(secret: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = new Headers({ accept: 'application/json', authorization: `Kiosk ${secret}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  let response: Response
  let answer: unknown
  try {
    const send = (own: AbortSignal) =>
      fetch('/api/event/arrival', {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
        signal: own,
      })
    response = await inTime(send, { signal, withinMs: LIMIT_MS })
    answer = await response.json()
  } catch (cause) {
    throw normaliseFailure(cause)
  }
  if (response.ok && isRecord(answer) && 'data' in answer) return answer.data as T
  const { status, statusText } = response
  throw normaliseFailure(null, {
    status,
    statusText,
    body: answer,
    retryAfter: response.headers.get('retry-after'),
  })
}

/** Whether the screen may check people in. */
export const fetchDoor = (secret: string, signal?: AbortSignal) => ask<Door>(secret, undefined, signal)

/** Checks somebody in by their ticket's code. */
export const checkIn = (secret: string, code: string) => ask<ArrivalAnswer>(secret, { code })
