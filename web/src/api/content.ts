// Reads of the content hub. Its answers are bare documents, not envelopes.
import { normaliseFailure } from './client/failure'
import { inTime } from './client/in-time'
import { checkNetwork } from './client/network'
import { isRecord } from './json'
import type { ContentItem } from './types'

async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  let response: Response
  let body: unknown
  try {
    const headers = { accept: 'application/json' }
    response = await inTime((own) => fetch(`/api/content/${path}`, { headers, signal: own }), { signal })
    const text = await response.text()
    body = text ? (JSON.parse(text) as unknown) : null
  } catch (cause) {
    await checkNetwork(cause)
    throw normaliseFailure(cause)
  }
  if (!response.ok)
    throw normaliseFailure(null, { status: response.status, statusText: response.statusText, body })
  // An installation that puts these answers into an envelope is supported too.
  if (isRecord(body) && 'succeeded' in body && 'data' in body) return body.data as T
  return body as T
}

/** An item with the items it refers to, inlined. */
export const fetchContentItem = (libraryId: string, id: string, signal?: AbortSignal) =>
  read<ContentItem>(
    `${encodeURIComponent(libraryId)}/delivery/v1/rendering/context/${encodeURIComponent(id)}`,
    signal,
  )
