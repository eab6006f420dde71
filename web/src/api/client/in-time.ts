/** A network that lets nothing through is as good as none. */
const PATIENCE_MS = 30_000

/** How long a file may take on its way to the server. */
export const UPLOAD_MS = 10 * 60_000

/** Calls `send` with a signal that aborts with `signal`, and with a `TimeoutError` once the call has taken too long. */
export async function inTime<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, withinMs = PATIENCE_MS }: { signal?: AbortSignal; withinMs?: number } = {},
): Promise<T> {
  const own = new AbortController()
  const follow = () => own.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { once: true })
  const late = () => own.abort(new DOMException('No answer in time', 'TimeoutError'))
  const timer = setTimeout(late, withinMs)
  try {
    return await send(own.signal)
  } finally {
    clearTimeout(timer)
  }
}
