/** One batch over the wire. Unlike other calls it does not end the page on 401: what is queued waits for the sign-in. */
import { csrfToken, forgetCsrfToken } from '../../api/client/csrf'
import { inTime } from '../../api/client/in-time'
import { parseJson } from '../../api/json'
import type { SendBatch, SyncAnswer, SyncItem } from './types.ts'

async function post(items: readonly SyncItem[], signal: AbortSignal): Promise<SyncAnswer> {
  const answer = await fetch(`/api/event/admin/sync?iv=${Date.now()}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': await csrfToken(),
    },
    body: JSON.stringify({ items }),
    credentials: 'same-origin',
    signal,
  })
  const text = await answer.text()
  return { status: answer.status, retryAfterS: secondsOf(answer.headers), body: parseJson(text) }
}

function secondsOf(headers: Headers): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isFinite(seconds) ? seconds : null
}

function isCsrfRefusal({ status, body }: SyncAnswer): boolean {
  return status === 403 && JSON.stringify(body ?? '').includes('CSRF')
}

/** Sends a batch with this page's session. */
export const sendSync: SendBatch = async (items) => {
  const send = () => inTime((signal) => post(items, signal))
  const answer = await send()
  if (!isCsrfRefusal(answer)) return answer
  forgetCsrfToken()
  return send()
}
