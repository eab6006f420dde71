/**
 * The only access to the event API: base `/api`, the `iv` timestamp, CSRF and idempotency headers, the envelope, errors
 * normalised as in RULES 13.6. The session travels as a cookie; a token is never part of our URLs.
 */
import type { Body, CallArguments, Data, Path } from '../contract'
import { isRecord, parseJson } from '../json'
import { loadSentences } from '../load-sentences'
import { csrfToken, forgetCsrfToken } from './csrf'
import { normaliseFailure, type ApiFailure } from './failure'
import { inTime, UPLOAD_MS } from './in-time'
import { checkNetwork } from './network'
import { withUaid } from './uaid'
import { toWaitingRoom, WAITING_ROOM_CODE } from './waiting-room'

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** One id for one intended write: a retry repeats it, another submission makes a new one (`newKey()`). */
  idempotencyKey?: string
  /** A POST that changes nothing, such as a search. */
  isRead?: boolean
  /** How long to wait for the answer to begin, in milliseconds, instead of the usual time. */
  withinMs?: number
  /** The media type of an answer outside the envelope, whose text is returned unparsed; a refusal still has the envelope. */
  accept?: string
  /** Returns the bytes of such an answer instead of its text. */
  asFile?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A fresh `Idempotency-Key`. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Called when the server says that nobody is signed in any more; resolves to whether the same person has signed in again. The
 * auth client registers itself.
 */
type Regain = () => Promise<boolean>
let regain: Regain | null = null
export function whenUnauthorised(handler: Regain | null): void {
  regain = handler
}

/** After a refusal with 401: whether the call may be made again. */
const regained = async (): Promise<boolean> => (await regain?.()) ?? false

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  search.set('iv', String(Date.now()))
  return `/api/${path.replace(/^\//, '')}?${search.toString()}`
}

async function send(
  method: Method,
  path: string,
  options: CallOptions,
): Promise<{ response: Response; content: string | Blob }> {
  const headers = new Headers({ accept: options.accept ?? 'application/json' })
  const file = options.body instanceof Blob ? options.body : null
  if (options.body !== undefined) headers.set('content-type', file?.type ?? 'application/json')
  if (method !== 'GET') headers.set('x-csrf-token', await csrfToken())
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const body = file ?? (options.body === undefined ? null : JSON.stringify(options.body))
  // Until the answer begins: on a slow line, a long one may take its time.
  const response = await inTime(
    (signal) =>
      fetch(address(path, options.query), { method, headers, signal, body, credentials: 'same-origin' }),
    { signal: options.signal, withinMs: file ? UPLOAD_MS : options.withinMs },
  )
  return { response, content: await (response.ok && options.asFile ? response.blob() : response.text()) }
}

const isCsrfRefusal = (failure: ApiFailure) => failure.status === 403 && failure.errorCode.includes('CSRF')

async function answer<T>(method: Method, path: string, options: CallOptions): Promise<T> {
  let got: Awaited<ReturnType<typeof send>>
  try {
    got = await send(method, path, options)
  } catch (cause) {
    await checkNetwork(cause)
    throw normaliseFailure(cause)
  }
  const { response, content } = got
  if (response.ok && options.accept !== undefined) return content as T
  const body = typeof content === 'string' ? parseJson(content) : null
  if (response.ok && isRecord(body) && body.succeeded === true && 'data' in body)
    return withUaid(body.data as T)
  const { status, statusText } = response
  // Whoever catches it can say at once what happened.
  await loadSentences()
  throw normaliseFailure(null, { status, statusText, body, retryAfter: response.headers.get('retry-after') })
}

/**
 * Calls the event API and returns `data` of the envelope; throws only `ApiFailure`. A read, or a write with a key, that came
 * after the end of the session is repeated once its person has signed in again.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await answer<T>(method, path, options)
  } catch (cause) {
    const failure = normaliseFailure(cause)
    if (isCsrfRefusal(failure)) {
      forgetCsrfToken()
      return await answer<T>(method, path, options)
    }
    const repeatable = method === 'GET' || options.isRead || options.idempotencyKey
    if (failure.status === 401 && (await regained()) && repeatable) return call(method, path, options)
    if (failure.errorCode === WAITING_ROOM_CODE) await toWaitingRoom()
    throw failure
  }
}

interface ApiOptions extends CallOptions {
  path?: PathValues
}

type PathValues = Query

/** Replaces `{name}` in a path with the value of that name. */
const filled = (path: string, values: PathValues = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

const request = <T>(
  method: Method,
  path: string,
  body: unknown,
  { path: values, ...options }: ApiOptions = {},
): Promise<T> => call<T>(method, filled(path, values), { ...options, body })

/**
 * The calls in the OpenAPI document. The answer is `data` of the envelope; a return type that narrows it (see `Narrow`)
 * is checked against the document.
 */
interface Api {
  get<P extends Path<'get'>, D extends Data<'get', P> = Data<'get', P>>(
    path: P,
    ...options: CallArguments<'get', P>
  ): Promise<D>
  /** An answer that is a text. */
  text(path: 'user/card', accept: string, query?: Query, signal?: AbortSignal): Promise<string>
  /** An answer that is a file. */
  file(path: 'user/certificate' | 'event/ticket/apple', accept: string, query?: Query): Promise<Blob>
  /** Sends a file as it is; the blob says its media type. */
  upload<P extends Path<'post'>>(
    path: P,
    file: Blob,
    options?: Pick<ApiOptions, 'path' | 'query' | 'idempotencyKey'>,
  ): Promise<Data<'post', P>>
  post<P extends Path<'post'>, D extends Data<'post', P> = Data<'post', P>>(
    path: P,
    body: Body<'post', P>,
    ...options: CallArguments<'post', P>
  ): Promise<D>
  put<P extends Path<'put'>, D extends Data<'put', P> = Data<'put', P>>(
    path: P,
    body: Body<'put', P>,
    ...options: CallArguments<'put', P>
  ): Promise<D>
  delete<P extends Path<'delete'>, D extends Data<'delete', P> = Data<'delete', P>>(
    path: P,
    body: Body<'delete', P>,
    ...options: CallArguments<'delete', P>
  ): Promise<D>
}

export const api: Api = {
  get: (path: string, options?: ApiOptions) => request('GET', path, undefined, options),
  text: (path, accept, query, signal) => call('GET', path, { query, signal, accept }),
  file: (path, accept, query) => call('GET', path, { query, accept, asFile: true }),
  upload: (path: string, file: Blob, options?: ApiOptions) => request('POST', path, file, options),
  post: (path: string, body: unknown, options?: ApiOptions) => request('POST', path, body, options),
  put: (path: string, body: unknown, options?: ApiOptions) => request('PUT', path, body, options),
  delete: (path: string, body: unknown, options?: ApiOptions) => request('DELETE', path, body, options),
}
