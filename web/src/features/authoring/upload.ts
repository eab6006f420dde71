// Uploads a picture of the library: its path is outside the event API, so it does not go through the API client.
import { regained } from '../../api/client/client'
import { csrfToken, forgetCsrfToken } from '../../api/client/csrf'
import { normaliseFailure } from '../../api/client/failure'
import { inTime, UPLOAD_MS } from '../../api/client/in-time'

/** Posts `file` as the body and returns `data` of the answer; throws only `ApiFailure`. */
export async function upload<T>(path: string, file: File, query: Record<string, string>): Promise<T> {
  let response: Response
  let body: unknown
  try {
    const headers = { 'content-type': file.type, 'x-csrf-token': await csrfToken() }
    const address = `${path}?${new URLSearchParams(query).toString()}`
    response = await inTime(
      (signal) => fetch(address, { method: 'POST', headers, body: file, credentials: 'same-origin', signal }),
      { withinMs: UPLOAD_MS },
    )
    body = await response.json().catch(() => null)
  } catch (cause) {
    throw normaliseFailure(cause)
  }
  const answered = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (response.ok && answered !== null) return answered as T
  if (response.status === 403) forgetCsrfToken()
  // The picture can be chosen again where its place on the page still is.
  if (response.status === 401) await regained()
  const { status, statusText } = response
  throw normaliseFailure(null, { status, statusText, body })
}
