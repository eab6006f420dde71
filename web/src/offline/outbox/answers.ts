/** What an answer means for what was sent. Only a definite answer removes an entry; anything else keeps it. */
import { isRecord } from '../../api/json.ts'
import type { Refusal, SyncAnswer } from './types.ts'

export type Verdict =
  | { is: 'done' }
  /** The server will not accept it unchanged. */
  | { is: 'refused'; refusal: Refusal }
  /** It may be accepted later, unchanged. */
  | { is: 'kept'; why: Refusal | null }
  | { is: 'signIn' }

/** Refusals that trying again does not change. */
const REFUSES: readonly number[] = [400, 404, 409, 422]

const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? value : otherwise)

/** The error in an envelope; null if it is not a refusal of ours. */
function refusalOf(status: number, body: unknown): Refusal | null {
  if (!isRecord(body) || body.succeeded !== false) return null
  const error = isRecord(body.error) ? body.error : {}
  const message = text(error.errorMessage, text(body.message, 'The server refused this entry.'))
  return { status, code: text(error.errorCode, String(status)), message, error }
}

/** The verdict on one item of a batch. */
function judgeItem(answer: unknown): Verdict {
  if (!isRecord(answer) || typeof answer.status !== 'number') return { is: 'kept', why: null }
  const { status, body } = answer
  if (status === 401) return { is: 'signIn' }
  if (status >= 200 && status < 300 && isRecord(body) && body.succeeded === true) return { is: 'done' }
  const refusal = refusalOf(status, body)
  if (refusal && REFUSES.includes(status)) return { is: 'refused', refusal }
  return { is: 'kept', why: refusal }
}

export type BatchVerdict =
  | { is: 'answered'; verdicts: Verdict[] }
  | { is: 'signIn' }
  /** The server could not read the batch as a whole: smaller ones find out which entry it is. */
  | { is: 'tooMuch'; refusal: Refusal | null }
  | { is: 'kept'; why: Refusal | null }

/** The verdict on a batch of `count` items. */
export function judgeBatch({ status, body }: SyncAnswer, count: number): BatchVerdict {
  if (status === 401) return { is: 'signIn' }
  const list = isRecord(body) && body.succeeded === true ? body.data : null
  if (status >= 200 && status < 300 && Array.isArray(list) && list.length <= count) {
    const answers = list as unknown[]
    return { is: 'answered', verdicts: Array.from({ length: count }, (_, at) => judgeItem(answers[at])) }
  }
  const refusal = refusalOf(status, body)
  if (status === 413 || (refusal && REFUSES.includes(status))) return { is: 'tooMuch', refusal }
  return { is: 'kept', why: refusal }
}

/** Whether it keeps what was sent because this account may not record it; a page whose token is old may. */
export const isForbidden = (verdict: Verdict | BatchVerdict): boolean =>
  verdict.is === 'kept' && verdict.why?.status === 403 && !verdict.why.code.includes('CSRF')
