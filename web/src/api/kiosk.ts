/**
 * The door's own call: a check-in screen proves itself by the secret of its address and not by a session, so nothing of the
 * signed-in client (cookie, CSRF token, signing out) takes part.
 */
import type { Answer, Narrow } from './contract'
import { normaliseFailure } from './failure'

/** What staff call the screen, and the place that it welcomes people to. */
export type Door = Answer<'KioskAnswer'>

/** Somebody who has come; the name is empty where they never gave one. */
export type ArrivalAnswer = Narrow<'ArrivalAnswer', { state: 'early' | 'on-time' | 'late' | 'already' }>

async function ask<T>(secret: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = new Headers({ accept: 'application/json', authorization: `Kiosk ${secret}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  let response: Response
  let answer: unknown
  try {
    response = await fetch('/api/event/arrival', {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ?? null,
    })
    answer = await response.json()
  } catch (cause) {
    throw normaliseFailure(cause)
  }
  if (response.ok && typeof answer === 'object' && answer !== null && 'data' in answer)
    return answer.data as T
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

/** Checks somebody in by the code of their ticket. */
export const checkIn = (secret: string, code: string) => ask<ArrivalAnswer>(secret, { code })
