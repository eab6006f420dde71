import { afterEach, expect, it, vi } from 'vitest'
import { checkIn } from './kiosk'

afterEach(() => vi.restoreAllMocks())

it('gives up on a line that lets nothing through', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as DOMException))
      }),
  )
  const answer = checkIn('secret', '7K3QXM')
  limit.abort(new DOMException('too late', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ errorCode: 'ECONNABORTED' })
})
