import { isRecord } from '../json'

/** A failed call, in the one shape of RULES 13.6. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'

  constructor(
    readonly errorCode: string,
    readonly errorMessage: string,
    /** The HTTP status; 0 when no answer came. */
    readonly status: number,
    readonly field: string | null = null,
    /** The date it concerns: when a retest is possible, which day a code is for. */
    readonly date: string | null = null,
    /** Seconds after which to try again, if the server says. */
    readonly retryAfterS: number | null = null,
    /** The whole error object, for calls whose refusals contain more. */
    readonly details: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(errorMessage || errorCode)
  }
}

/** Whether the server may have done what was asked despite the failure: it sent no answer, or a server error. */
export const unanswered = (error: Error | null): boolean =>
  error instanceof ApiFailure && (error.status === 0 || error.status >= 500)

/** The code of a request without an answer. */
export const NETWORK_CODE = 'ERR_NETWORK'

function readError(error: unknown) {
  if (!isRecord(error)) return null
  const code = error.errorCode
  if (typeof code !== 'string' && typeof code !== 'number') return null
  const text = (name: string) => (typeof error[name] === 'string' ? error[name] : null)
  return {
    errorCode: String(code),
    errorMessage: text('errorMessage') ?? '',
    field: text('field'),
    date: text('date'),
    details: error,
  }
}

/**
 * RULES 13.6: the server's error object, else the HTTP status and the response's message; with no response the
 * request's code and an empty message; otherwise '400'.
 */
export function normaliseFailure(
  cause: unknown,
  answer?: { status: number; statusText: string; body: unknown; retryAfter?: string | null },
): ApiFailure {
  if (cause instanceof ApiFailure) return cause
  if (answer) {
    const { status, statusText, body } = answer
    const seconds = answer.retryAfter ? Number(answer.retryAfter) : NaN
    const retryAfterS = Number.isFinite(seconds) ? seconds : null
    const error = isRecord(body) ? readError(body.error) : null
    if (error) {
      const { errorCode, errorMessage, field, date, details } = error
      return new ApiFailure(errorCode, errorMessage, status, field, date, retryAfterS, details)
    }
    const message = isRecord(body) && typeof body.message === 'string' ? body.message : statusText
    return new ApiFailure(status >= 400 ? String(status) : '400', message, status, null, null, retryAfterS)
  }
  if (cause instanceof TypeError) return new ApiFailure(NETWORK_CODE, '', 0)
  if (cause instanceof DOMException)
    return new ApiFailure(cause.name === 'TimeoutError' ? 'ECONNABORTED' : 'ERR_CANCELED', '', 0)
  if (isRecord(cause) && typeof cause.code === 'string') return new ApiFailure(cause.code, '', 0)
  return new ApiFailure('400', cause instanceof Error ? cause.message : '', 0)
}
