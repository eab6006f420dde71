/** One batch over the wire. Unlike other calls it does not end the page on 401: what is queued waits for the sign-in. */
import { csrfToken, forgetCsrfToken } from '../../api/client/csrf'
import type { SendBatch, SyncAnswer, SyncItem } from './types.ts'

/** A network that lets nothing through is as good as none. */
const PATIENCE_MS = 30_000

async function post(items: readonly SyncItem[]): Promise<SyncAnswer> {
  const answer = await fetch(`/api/event/admin/sync?iv=${Date.now()}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': await csrfToken(),
    },
    body: JSON.stringify({ items }),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await answer.text()
  return { status: answer.status, retryAfterS: secondsOf(answer.headers), body: parsed(text) }
}

function secondsOf(headers: Headers): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isFinite(seconds) ? seconds : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function isCsrfRefusal({ status, body }: SyncAnswer): boolean {
  return status === 403 && JSON.stringify(body ?? '').includes('CSRF')
}

/** Rejects when it takes too long; a token requested meanwhile is requested again. */
async function inTime(sent: Promise<SyncAnswer>): Promise<SyncAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      forgetCsrfToken()
      reject(new DOMException('No answer in time', 'TimeoutError'))
    }, PATIENCE_MS)
  })
  try {
    return await Promise.race([sent, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a batch with this page's session. */
export const sendSync: SendBatch = async (items) => {
  const answer = await inTime(post(items))
  if (!isCsrfRefusal(answer)) return answer
  forgetCsrfToken()
  return inTime(post(items))
}
