import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { purgeState } from '../../state/resets'
import { Outbox } from './box'
import { OutboxError, type About, type OutboxDeps, type SyncAnswer, type SyncItem } from './types'

let made = 0
const boxes: Outbox[] = []

const done = { status: 200, body: { succeeded: true, data: {} } }
const refusal = (status: number, errorCode: string, more = {}) => ({
  status,
  body: { succeeded: false, data: null, error: { errorCode, errorMessage: `${errorCode}.`, ...more } },
})
const answered = (data: unknown): SyncAnswer => ({
  status: 200,
  retryAfterS: null,
  body: { succeeded: true, data },
})
const failed = (status: number, retryAfterS: number | null = null): SyncAnswer => ({
  status,
  retryAfterS,
  body: { succeeded: false, error: { errorCode: String(status), errorMessage: '' } },
})

/** A tablet with a server that answers as told; waits end when the test says. */
function tablet(over: Partial<OutboxDeps> = {}) {
  made += 1
  const sent: SyncItem[][] = []
  const waits: { ms: number; act: () => void }[] = []
  const world = {
    answer: (items: readonly SyncItem[]): SyncAnswer | Promise<SyncAnswer> => answered(items.map(() => done)),
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
  /** Ends the wait that is running. */
  const wake = () => waits.shift()?.act()
  return { deps, world, sent, waits, open, wake }
}

/** As much of the Web Locks API as is used. */
function fakeLocks() {
  const held = new Set<string>()
  return {
    held,
    request: async (name: string, _: { ifAvailable: boolean }, act: (lock: unknown) => Promise<void>) => {
      if (held.has(name)) return act(null)
      held.add(name)
      try {
        await act({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}

const about = (bookingId: string, kind: About['kind'] = 'test'): About => ({
  kind,
  uaid: `A-${bookingId}`,
  bookingId,
  name: 'Robin Rival',
  test: 'Power',
})
const write = (value: unknown) => ({
  method: 'POST' as const,
  path: '/api/event/admin/test',
  body: { value },
})
const values = (items: readonly SyncItem[] | undefined) => items?.map(({ body }) => body.value)
const settled = (box: Outbox) =>
  vi.waitFor(() => {
    expect(box.status()).toMatchObject({ waiting: 0, sending: false })
  })
const quiet = async (box: Outbox) => {
  await vi.waitFor(() => expect(box.status().sending).toBe(false))
  await box.readDesk()
}

afterEach(() => {
  vi.restoreAllMocks()
  boxes.splice(0).forEach((box) => box.close())
})

describe('sending', () => {
  it('goes in the order of the taps, fifty at a time, also when the clock is set back', async () => {
    const { world, sent, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 120; at += 1) {
      if (at === 60) world.now -= 6 * 3_600_000
      void box.add(write(at), about(`b${at % 7}`))
    }
    await box.readDesk()
    expect(box.status().waiting).toBe(120)
    expect(sent).toEqual([])
    world.online = true
    await box.send()
    await settled(box)
    expect(sent.map((items) => items.length)).toEqual([50, 50, 20])
    expect(sent.flatMap((items) => values(items))).toEqual(Array.from({ length: 120 }, (_, at) => at))
    expect(new Set(sent.flat().map(({ key }) => key)).size).toBe(120)
    expect(new Set(sent.flat().map(({ device }) => device)).size).toBe(1)
    expect(box.status()).toMatchObject({ lastSync: world.now, online: true, broken: null })
  })

  it('sends by itself what was added, and what was added while it was sending', async () => {
    const { world, sent, open } = tablet()
    const box = await open()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    world.answer = async (items) => {
      await held
      return answered(items.map(() => done))
    }
    await box.add(write('first'), about('a'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await box.add(write('second'), about('a'))
    expect(box.status()).toMatchObject({ waiting: 2, sending: true })
    release()
    await settled(box)
    expect(sent.map(values)).toEqual([['first'], ['second']])
  })

  it('keeps the key over a crash between sending and the answer', async () => {
    const { world, sent, open } = tablet({ locks: fakeLocks() })
    const first = await open()
    world.answer = () => new Promise<SyncAnswer>(() => {})
    const entry = await first.add(write(1), about('a'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    first.close()
    world.answer = (items) => answered(items.map(() => done))
    const second = await open()
    await settled(second)
    expect(sent.map((items) => items[0]?.key)).toEqual([entry.key, entry.key])
    expect(entry.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  })

  it('asks for a sign-in on 401, then waits, then sends', async () => {
    const { world, sent, waits, open } = tablet()
    world.answer = () => failed(401)
    const box = await open()
    await box.add(write(1), about('a'))
    await vi.waitFor(() => expect(box.status().needsSignIn).toBe(true))
    await quiet(box)
    box.nudge()
    await box.add(write(2), about('b'))
    await quiet(box)
    expect(sent).toHaveLength(1)
    expect(waits).toEqual([])
    world.answer = (items) => answered(items.map(() => done))
    await box.send()
    await settled(box)
    expect(box.status().needsSignIn).toBe(false)
    expect(sent.map(values)).toEqual([[1], [1, 2]])
  })

  it('stops at an item that says 401, and sends it after the sign-in', async () => {
    const { world, sent, open } = tablet()
    world.online = false
    const box = await open()
    await box.add(write(1), about('a'))
    await box.add(write(2), about('b'))
    world.online = true
    world.answer = () => answered([done, refusal(401, 'UNAUTHORISED')])
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 1, needsSignIn: true })
    world.answer = (items) => answered(items.map(() => done))
    await box.send()
    await settled(box)
    expect(sent.map(values)).toEqual([[1, 2], [2]])
  })
})

describe('what is kept', () => {
  const cases: [string, () => SyncAnswer][] = [
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
    ['403', () => failed(403)],
    ['429', () => failed(429, 5)],
    ['500', () => failed(500)],
    ['503', () => failed(503)],
    ['413 of a proxy', () => ({ status: 413, retryAfterS: null, body: null })],
    ['404 of somebody else', () => ({ status: 404, retryAfterS: null, body: null })],
    ['a page of a hotel', () => ({ status: 200, retryAfterS: null, body: null })],
    ['an envelope without a list', () => answered({ fine: true })],
    ['a refusal that says 200', () => ({ status: 200, retryAfterS: null, body: { succeeded: false } })],
    ['too many answers', () => answered([done, done, done])],
    ['no answers', () => answered([])],
    ['an item with 500', () => answered([refusal(500, 'INTERNAL')])],
    ['an item with 503', () => answered([refusal(503, 'UNAVAILABLE')])],
    ['an item with 403', () => answered([refusal(403, 'FORBIDDEN')])],
    ['an item with 429', () => answered([refusal(429, 'TOO_MANY')])],
    ['an item that is no answer', () => answered(['fine'])],
    ['an item without a body', () => answered([{ status: 200 }])],
    ['an item that succeeded not', () => answered([{ status: 200, body: { succeeded: false } }])],
    ['an item refused without the envelope', () => answered([{ status: 409, body: 'conflict' }])],
    ['an item that is null', () => answered([null])],
  ]

  it.each(cases)('%s keeps the entry under its key', async (_, answer) => {
    const { world, sent, waits, open, wake } = tablet()
    world.answer = answer
    const box = await open()
    const { key } = await box.add(write(1), about('a'))
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    await quiet(box)
    expect(box.status()).toMatchObject({ waiting: 1, refused: 0 })
    world.answer = (items) => answered(items.map(() => done))
    wake()
    await settled(box)
    expect(new Set(sent.flat().map((item) => item.key))).toEqual(new Set([key]))
    expect(box.status().entries).toEqual([])
  })

  it('a missing answer keeps only its own entry', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    await box.add(write(1), about('a'))
    await box.add(write(2), about('b'))
    world.online = true
    world.answer = () => answered([done])
    await box.send()
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([2])
  })

  it('an item that cannot go through holds up its own booking only', async () => {
    const { world, sent, waits, open, wake } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 60; at += 1) await box.add(write(at), about(at % 10 === 0 ? 'sick' : `b${at}`))
    world.online = true
    const broken = (item: SyncItem) => (Number(item.body.value) % 10 === 0 ? refusal(500, 'INTERNAL') : done)
    world.answer = (items) => answered(items.map(broken))
    await box.send()
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([0, 10, 20, 30, 40, 50])
    expect(sent.map((items) => items.length)).toEqual([50, 9])
    expect(box.status().entries[0]?.held).toMatchObject({ status: 500, code: 'INTERNAL' })
    // Others are not held up by the wait.
    await box.add(write(61), about('well'))
    await vi.waitFor(() => expect(box.status().waiting).toBe(6))
    await quiet(box)
    expect(sent.map(values).at(-1)).toEqual([61])
    expect(waits).toHaveLength(1)
    world.answer = (items) => answered(items.map(() => done))
    wake()
    await settled(box)
    expect(sent.map(values).at(-1)).toEqual([0, 10, 20, 30, 40, 50])
  })

  it('an item that makes the server fail does not hold up those behind it for ever', async () => {
    const { world, sent, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 30; at += 1) await box.add(write(at), about(`b${at}`))
    world.online = true
    world.answer = (items) => {
      const sick = items.findIndex(({ body }) => body.value === 3)
      const of = (at: number) => (at === sick ? refusal(500, 'INTERNAL') : refusal(503, 'UNAVAILABLE'))
      return answered(items.map((_, at) => (sick < 0 || at < sick ? done : of(at))))
    }
    await box.send()
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([3])
    expect(sent.map((items) => items.length)).toEqual([30, 26])
  })

  it('a server that fails at everything is left in peace', async () => {
    const { world, sent, waits, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 30; at += 1) await box.add(write(at), about(`b${at}`))
    world.online = true
    world.answer = (items) => answered(items.map(() => refusal(503, 'UNAVAILABLE')))
    await box.send()
    await box.add(write('more'), about('more'))
    await quiet(box)
    expect(sent).toHaveLength(3)
    expect(waits).toHaveLength(1)
    expect(box.status().waiting).toBe(31)
  })

  it('a refusal behind an item that has to wait is no last word', async () => {
    const { world, sent, open, wake } = tablet()
    world.online = false
    const box = await open()
    const onboard = await box.add(write('onboard'), about('a', 'onboard'))
    const test = await box.add(write('test'), about('a'))
    world.online = true
    world.answer = () => answered([refusal(503, 'UNAVAILABLE'), refusal(409, 'NOT_ONBOARDED')])
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 2, refused: 0 })
    world.answer = (items) => answered(items.map(() => done))
    wake()
    await settled(box)
    const [, again] = sent
    expect(values(again)).toEqual(['onboard', 'test'])
    // The server remembers its refusal under the old key.
    expect(again?.[0]?.key).toBe(onboard.key)
    expect(again?.[1]?.key).not.toBe(test.key)
  })

  it('a refusal after a lost answer may be an old one: once more under a new key', async () => {
    const { world, sent, open, wake, waits } = tablet()
    world.answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const box = await open()
    await box.add(write('test'), about('a'))
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    world.answer = () => answered([refusal(409, 'NOT_ONBOARDED')])
    wake()
    await vi.waitFor(() => expect(box.status().refused).toBe(1))
    expect(sent).toHaveLength(3)
    expect(sent[0]?.[0]?.key).toBe(sent[1]?.[0]?.key)
    expect(sent[2]?.[0]?.key).not.toBe(sent[1]?.[0]?.key)
  })

  it('finds the one entry that makes the server refuse the whole batch', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 30; at += 1) await box.add(write(at), about(`b${at}`))
    world.online = true
    world.answer = (items) =>
      items.some(({ body }) => body.value === 17) ? failed(400) : answered(items.map(() => done))
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 0, refused: 1 })
    expect(box.status().entries[0]?.write.body.value).toBe(17)
  })
})

describe('waiting', () => {
  it('grows from a second to a minute', async () => {
    const { world, waits, open, wake } = tablet()
    world.answer = () => failed(503)
    const box = await open()
    await box.add(write(1), about('a'))
    const seen: number[] = []
    for (let round = 0; round < 9; round += 1) {
      await vi.waitFor(() => expect(waits).toHaveLength(1))
      await quiet(box)
      seen.push(waits[0]?.ms ?? 0)
      wake()
    }
    expect(seen).toEqual([1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000, 45_000])
  })

  it('does what Retry-After says, even when somebody asks', async () => {
    const { world, sent, waits, open, wake } = tablet()
    world.answer = () => failed(429, 90)
    const box = await open()
    await box.add(write(1), about('a'))
    await vi.waitFor(() => expect(waits[0]?.ms).toBe(90_000))
    await box.send()
    box.nudge()
    await quiet(box)
    expect(sent).toHaveLength(1)
    world.answer = (items) => answered(items.map(() => done))
    wake()
    await settled(box)
  })

  it('ends when the network is back', async () => {
    const { world, sent, waits, open } = tablet()
    world.answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const box = await open()
    await box.add(write(1), about('a'))
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    expect(box.status().online).toBe(false)
    box.nudge()
    await quiet(box)
    expect(sent).toHaveLength(1)
    world.answer = (items) => answered(items.map(() => done))
    await box.send()
    await settled(box)
    expect(waits).toEqual([])
    expect(box.status().online).toBe(true)
  })
})

describe('what the server refuses', () => {
  const current = { TestType: 'Power', score: 61.2, status: 'closed', revision: 2, Attempts: [{ score: 52 }] }

  async function refused(status = 409) {
    const world = tablet()
    world.world.answer = (items) => answered(items.map(() => refusal(status, 'TEST_CLOSED', { current })))
    const box = await world.open()
    const entry = await box.add(write(1), about('a'))
    await vi.waitFor(() => expect(box.status().refused).toBe(1))
    await quiet(box)
    world.world.answer = (items) => answered(items.map(() => done))
    return { ...world, box, entry }
  }

  it.each([400, 404, 409, 422])('%i stays in sight with both values, also after a reload', async (status) => {
    const { box, entry, open, sent } = await refused(status)
    box.close()
    const again = await open()
    await quiet(again)
    expect(again.status()).toMatchObject({ waiting: 0, refused: 1 })
    expect(again.status().entries[0]).toMatchObject({
      key: entry.key,
      write: { body: { value: 1 } },
      refusal: { status, code: 'TEST_CLOSED', message: 'TEST_CLOSED.', error: { current } },
    })
    expect(sent).toHaveLength(1)
  })

  it('can be let go', async () => {
    const { box, entry, open } = await refused()
    await box.resolve(entry.key, 'drop')
    expect(box.status().entries).toEqual([])
    box.close()
    expect((await open()).status().entries).toEqual([])
  })

  it('can be sent again, or another body, at the end under a new key', async () => {
    const { box, entry, sent, world } = await refused()
    world.online = false
    await box.add(write('between'), about('b'))
    await box.resolve(entry.key, { body: { value: 2, replaces: 2 } })
    expect(box.status()).toMatchObject({ waiting: 2, refused: 0 })
    world.online = true
    await box.send()
    await settled(box)
    expect(sent.at(-1)?.map(({ body }) => body)).toEqual([{ value: 'between' }, { value: 2, replaces: 2 }])
    expect(sent.at(-1)?.map(({ key }) => key)).not.toContain(entry.key)
  })

  it('is resolved once', async () => {
    const { box, entry, sent } = await refused()
    const both = await Promise.allSettled([box.resolve(entry.key, 'again'), box.resolve(entry.key, 'again')])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await settled(box)
    expect(sent).toHaveLength(2)
  })

  it('is the only thing that can be resolved', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    const { key } = await box.add(write(1), about('a'))
    await expect(box.resolve(key, 'drop')).rejects.toMatchObject({ code: 'ENTRY_WAITING' })
    await expect(box.resolve('nobody', 'drop')).rejects.toMatchObject({ code: 'ENTRY_UNKNOWN' })
    expect(box.status().waiting).toBe(1)
  })
})

describe('the store', () => {
  const raw = async (database: string) => {
    const opened = await openDB(database)
    const [rows, kept, keys] = await Promise.all([
      opened.getAll('entries'),
      opened.getAll('kept'),
      opened.getAll('keys'),
    ])
    return { opened, rows, kept, keys: keys as CryptoKey[] }
  }

  it('keeps an entry and the state of the screen in one transaction, sealed, safely on the disk', async () => {
    const { deps, world, open } = tablet()
    world.online = false
    const box = await open()
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const desk = { queue: ['Robin Rival'] }
    const added = box.add(write('secret 52.5'), about('a'), desk)
    desk.queue.push('later')
    await added
    expect(transaction.mock.calls).toEqual([[['entries', 'kept'], 'readwrite', { durability: 'strict' }]])
    transaction.mockRestore()
    expect(await box.readDesk()).toEqual({ queue: ['Robin Rival'] })
    await box.saveDesk({ queue: [] })
    expect(await box.readDesk()).toEqual({ queue: [] })
    const { opened, rows, kept, keys } = await raw(deps.database)
    opened.close()
    const text = [...rows, ...kept].flatMap((row: { bytes: ArrayBuffer; key?: string }) => [
      new TextDecoder('latin1').decode(row.bytes),
      JSON.stringify(row),
    ])
    expect(rows).toHaveLength(1)
    expect(text.join()).not.toMatch(/Robin|52\.5|A-a/)
    expect(keys[0]?.extractable).toBe(false)
  })

  it('keeps neither when one of the two cannot be stored, says so, and recovers', async () => {
    const { world, open, sent } = tablet()
    world.online = false
    const box = await open()
    await box.saveDesk('before')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const refusedAdd = box.add(write(1), about('a'), 'after')
    await expect(refusedAdd).rejects.toThrow(OutboxError)
    await expect(refusedAdd).rejects.toMatchObject({ code: 'NO_SPACE', message: /tablet is full/ })
    expect(box.status()).toMatchObject({ waiting: 0, broken: expect.stringMatching(/full/) as string })
    put.mockRestore()
    expect(await box.readDesk()).toBe('before')
    box.close()
    const again = await open()
    expect(again.status().entries).toEqual([])
    await again.add(write(2), about('a'), 'after')
    expect(again.status()).toMatchObject({ waiting: 1, broken: null })
    expect(sent).toEqual([])
  })

  it('says that it cannot be opened, and opens later', async () => {
    const { deps } = tablet()
    const box = new Outbox(deps)
    boxes.push(box)
    const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    await expect(box.open()).rejects.toMatchObject({ code: 'NO_STORE' })
    await expect(box.add(write(1), about('a'))).rejects.toMatchObject({ code: 'NO_STORE' })
    expect(box.status().broken).toMatch(/could not keep/)
    open.mockRestore()
    await box.add(write(1), about('a'))
    expect(box.status().broken).toBeNull()
  })

  it('keeps nothing where nothing can be sealed', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { deps } = tablet()
    const box = new Outbox(deps)
    await expect(box.open()).rejects.toMatchObject({ code: 'NO_ENCRYPTION' })
    vi.unstubAllGlobals()
  })

  it('shows a damaged row as a refused entry, and sends the others', async () => {
    const { deps, world, open, sent } = tablet()
    world.online = false
    const first = await open()
    for (const value of [1, 2, 3, 4]) await first.add(write(value), about(`b${value}`))
    first.close()
    const { opened, rows } = await raw(deps.database)
    const seqs = await opened.getAllKeys('entries')
    const bytes = new Uint8Array((rows[1] as { bytes: ArrayBuffer }).bytes.slice(0))
    bytes[3] = (bytes[3] ?? 0) ^ 1
    await opened.put('entries', { ...rows[1], bytes: bytes.buffer }, seqs[1])
    await opened.put('entries', 'rubbish', seqs[2])
    opened.close()
    world.online = true
    const box = await open()
    await settled(box)
    expect(sent.map(values)).toEqual([[1, 4]])
    expect(box.status().entries.map(({ state, refusal: why }) => [state, why?.code])).toEqual([
      ['refused', 'ENTRY_DAMAGED'],
      ['refused', 'ENTRY_DAMAGED'],
    ])
    for (const { key } of box.status().entries) {
      await expect(box.resolve(key, 'again')).rejects.toMatchObject({ code: 'ENTRY_DAMAGED' })
      await box.resolve(key, 'drop')
    }
    expect(box.status().entries).toEqual([])
  })

  it('outlives signing out', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    await box.add(write(1), about('a'), 'desk')
    box.close()
    await purgeState()
    const again = await open()
    expect(again.status().waiting).toBe(1)
    expect(await again.readDesk()).toBe('desk')
  })

  it('seals two things for a tap and reads nothing, however much is queued', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 300; at += 1) await box.add(write(at), about('a'))
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    const getKeys = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys')
    await box.add(write('tap'), about('a'), { queue: [] })
    expect(encrypt).toHaveBeenCalledTimes(2)
    for (const spy of [decrypt, getAll, getKeys]) expect(spy).not.toHaveBeenCalled()
  })

  it('keeps nothing after it was closed', async () => {
    const { open } = tablet()
    const box = await open()
    box.close()
    await expect(box.add(write(1), about('a'))).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

describe('two tabs', () => {
  it.each([
    ['locks', fakeLocks()],
    ['a lease', null],
  ])('with %s one of them sends, each entry once', async (_, locks) => {
    const { world, sent, open } = tablet({ locks })
    world.online = false
    const [one, other] = [await open(), await open()]
    await Promise.all([
      ...Array.from({ length: 40 }, (_, at) => one.add(write(`one ${at}`), about(`b${at}`))),
      ...Array.from({ length: 40 }, (_, at) => other.add(write(`other ${at}`), about(`b${at}`))),
    ])
    world.online = true
    world.answer = async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answered(items.map(() => done))
    }
    await Promise.all([one.send(), other.send()])
    await settled(one)
    await settled(other)
    expect(sent.flat()).toHaveLength(80)
    expect(new Set(sent.flat().map(({ key }) => key)).size).toBe(80)
    const ofOne = sent.flatMap(values).filter((value) => String(value).startsWith('one'))
    expect(ofOne).toEqual(Array.from({ length: 40 }, (_, at) => `one ${at}`))
  })

  it('show each other what is queued and what was sorted out', async () => {
    const { world, open } = tablet()
    world.answer = (items) => answered(items.map(() => refusal(409, 'TEST_CLOSED')))
    const [one, other] = [await open(), await open()]
    const { key } = await one.add(write(1), about('a'))
    await vi.waitFor(() => expect(other.status().refused).toBe(1))
    await other.resolve(key, 'drop')
    await vi.waitFor(() => expect(one.status().entries).toEqual([]))
  })

  it('a lease of a tab that was killed ends after a minute', async () => {
    const { world, sent, open } = tablet()
    const first = await open()
    world.answer = () => new Promise<SyncAnswer>(() => {})
    await first.add(write(1), about('a'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    first.close()
    world.answer = (items) => answered(items.map(() => done))
    const second = await open()
    await second.send()
    expect(sent).toHaveLength(1)
    world.now += 60_001
    await second.send()
    await settled(second)
    expect(sent[1]?.[0]?.key).toBe(sent[0]?.[0]?.key)
  })

  it('a lease from before the clock was set back does not hold for ever', async () => {
    const { deps, world, sent, open } = tablet()
    const box = await open()
    const database = await openDB(deps.database)
    await database.put('lease', { holder: 'gone', until: world.now + 6 * 3_600_000 }, 'send')
    database.close()
    await box.add(write(1), about('a'))
    await settled(box)
    expect(sent).toHaveLength(1)
  })
})
