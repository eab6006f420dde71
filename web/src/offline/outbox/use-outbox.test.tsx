import { act, renderHook, waitFor } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '../../auth/session'
import type { SendBatch } from './types'
import { OUTBOX_DATABASE } from './database'
import { useOutbox } from './use-outbox'

const world = vi.hoisted(() => ({
  session: null as { uaid: string; stamp: number } | null,
  send: vi.fn(),
}))

vi.mock('../../auth/SessionProvider', () => ({
  useSession: () => ({ data: world.session as Session | null }),
}))
vi.mock('./send-sync.ts', () => ({ sendSync: ((items) => world.send(items) as never) satisfies SendBatch }))

const answered = (items: readonly unknown[]) => ({
  status: 200,
  retryAfterS: null,
  body: { succeeded: true, data: items.map(() => ({ status: 200, body: { succeeded: true } })) },
})

beforeEach(() => {
  world.session = null
})
it('waits for the sign-in, then sends; the screen follows', async () => {
  world.send.mockResolvedValue({ status: 401, retryAfterS: null, body: { succeeded: false } })
  const { result, rerender } = renderHook(() => useOutbox())
  await act(() =>
    result.current.outbox
      .add(
        { method: 'POST', path: '/api/event/admin/onboard', body: { code: '7K3QXM' } },
        { kind: 'onboard', uaid: '10000001', bookingId: 'b', name: 'Robin' },
      )
      .then(() => undefined),
  )
  await waitFor(() => expect(result.current.status).toMatchObject({ waiting: 1, needsSignIn: true }))
  world.send.mockImplementation((items: readonly unknown[]) => Promise.resolve(answered(items)))
  world.session = { uaid: '30000001', stamp: 1 }
  rerender()
  await waitFor(() => expect(result.current.status).toMatchObject({ waiting: 0, needsSignIn: false }))
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(OUTBOX_DATABASE)
})

it('tells when the device loses its network, and sends when it is back', async () => {
  world.send.mockImplementation((items: readonly unknown[]) => Promise.resolve(answered(items)))
  const { result } = renderHook(() => useOutbox())
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(result.current.status.online).toBe(false)
  await act(() =>
    result.current.outbox
      .add(
        { method: 'POST', path: '/api/event/admin/onboard', body: { code: '7K3QXN' } },
        { kind: 'onboard', uaid: '10000002', bookingId: 'c', name: 'Sam' },
      )
      .then(() => undefined),
  )
  expect(world.send).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(result.current.status).toMatchObject({ waiting: 0, online: true }))
})
