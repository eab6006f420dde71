import { afterEach, expect, it, vi } from 'vitest'
import { silentFetch } from '../test/silent-fetch'
import { checkIn } from './kiosk'

afterEach(() => vi.useRealTimers())

it('gives up on a line that lets nothing through', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', silentFetch)
  const failed = expect(checkIn('secret', '7K3QXM')).rejects.toMatchObject({ errorCode: 'ECONNABORTED' })
  await vi.advanceTimersByTimeAsync(10_000)
  await failed
})
