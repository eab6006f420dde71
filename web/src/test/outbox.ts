// A tablet for the outbox's tests: a scripted server, and waits that end when the test says so.
import { afterEach, expect, vi } from 'vitest'
import { Outbox } from '../offline/outbox/outbox'
import type { About, OutboxDeps, SyncAnswer, SyncItem, Write } from '../offline/outbox/types'

let made = 0
export const boxes: Outbox[] = []

export const done = { status: 200, body: { succeeded: true, data: {} } }
export const refusal = (status: number, errorCode: string, more = {}) => ({
  status,
  body: { succeeded: false, data: null, error: { errorCode, errorMessage: `${errorCode}.`, ...more } },
})
export const answered = (data: unknown): SyncAnswer => ({
  status: 200,
  retryAfterS: null,
  body: { succeeded: true, data },
})
export const failed = (status: number, retryAfterS: number | null = null): SyncAnswer => ({
  status,
  retryAfterS,
  body: { succeeded: false, error: { errorCode: String(status), errorMessage: '' } },
})

/** The server takes everything that it is sent. */
export const takesAll = (items: readonly SyncItem[]) => answered(items.map(() => done))

/** A tablet with a scripted server; waits end when the test says so. */
export function tablet(over: Partial<OutboxDeps> = {}) {
  made += 1
  const sent: SyncItem[][] = []
  const waits: { ms: number; act: () => void }[] = []
  const world = {
    answer: takesAll as (items: readonly SyncItem[]) => SyncAnswer | Promise<SyncAnswer>,
    online: true,
    now: 1_800_000_000_000,
  }
  const deps: OutboxDeps = {
    database: `outbox-test-${made}`,
    send: async (items) => {
      sent.push([...items])
      return await world.answer(items)
    },
    clock: () => world.now,
    random: () => 0.5,
    isOnline: () => world.online,
    locks: null,
    later: (ms, act) => {
      const wait = { ms, act }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
    ...over,
  }
  const open = async () => {
    const box = new Outbox(deps)
    boxes.push(box)
    await box.open()
    return box
  }
  /** An outbox with these entries that has not sent any: the network is only there afterwards. */
  const queued = async (...entries: (readonly [Write, About])[]) => {
    world.online = false
    const box = await open()
    for (const entry of entries) await box.add(...entry)
    world.online = true
    return box
  }
  /** The same with this many entries, each of its own booking. None depends on another. */
  const openWith = (count: number, bookingOf = (at: number) => `b${at}`) =>
    queued(...Array.from({ length: count }, (_, at) => [write(at), about(bookingOf(at), 'request')] as const))
  /** Ends the wait that is running. */
  const wake = () => waits.shift()?.act()
  return { deps, world, sent, waits, open, queued, openWith, wake }
}

export const about = (bookingId: string, kind: About['kind'] = 'test'): About => ({
  kind,
  uaid: `A-${bookingId}`,
  bookingId,
  name: 'Robin Rival',
  test: 'Power',
})
export const write = (value: unknown) => ({
  method: 'POST' as const,
  path: '/api/event/admin/test',
  body: { value },
})
export const values = (items: readonly SyncItem[] | undefined) => items?.map(({ body }) => body.value)
export const settled = (box: Outbox) =>
  vi.waitFor(() => {
    expect(box.status()).toMatchObject({ waiting: 0, sending: false })
  })
export const quiet = async (box: Outbox) => {
  await vi.waitFor(() => expect(box.status().sending).toBe(false))
  await box.readDesk()
}

afterEach(() => {
  boxes.splice(0).forEach((box) => box.close())
})
