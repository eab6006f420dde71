// How entries lie on the disk, and two tabs that share them.
import { waitFor } from '@testing-library/react'
import { deleteDB, openDB } from 'idb'
import { describe, expect, it, vi } from 'vitest'
import { purgeState } from '../../state/resets'
import { Outbox } from './outbox'
import { locksOfOneBrowser } from '../../test/locks'
import { about, answered, boxes, refusal, settled, tablet, takesAll, values, write } from '../../test/outbox'
import { OutboxError, type SyncAnswer } from './types'

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

  it('makes room on a full tablet, at most once a minute, and stores the entry once', async () => {
    let full = true
    const makeRoom = vi.fn(() => {
      full = false
      return Promise.resolve()
    })
    const { world, open, sent } = tablet({ makeRoom })
    const box = await open()
    const store = IDBObjectStore.prototype.add
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      return store.apply(this, row)
    })
    await box.add(write(1), about('a'), 'desk')
    await settled(box)
    expect(sent.map(values)).toEqual([[1]])
    full = true
    await expect(box.add(write(2), about('a'))).rejects.toMatchObject({ code: 'NO_SPACE' })
    expect(makeRoom).toHaveBeenCalledOnce()
    world.now += 60_000
    await box.add(write(3), about('a'))
    await settled(box)
    adding.mockRestore()
    expect(sent.map(values)).toEqual([[1], [3]])
    expect(makeRoom).toHaveBeenCalledTimes(2)
    expect(box.status().broken).toBeNull()
  })

  it('says that a tablet is full where there is no room to make', async () => {
    const { open, sent } = tablet({ makeRoom: () => Promise.reject(new Error('no')) })
    const box = await open()
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(box.add(write(1), about('a'))).rejects.toMatchObject({ code: 'NO_SPACE' })
    adding.mockRestore()
    expect(box.status()).toMatchObject({ waiting: 0, broken: expect.stringMatching(/full/) as string })
    expect(sent).toEqual([])
  })

  // RULES 11.5
  it('stores a decision with the state of the screen, or neither', async () => {
    const { world, open } = tablet()
    world.answer = (items) => answered(items.map(() => refusal(409, 'RESULTS_DIFFER')))
    const box = await open()
    const { key } = await box.add(write(1), about('a', 'final'), 'with a final')
    await waitFor(() => expect(box.status().refused).toBe(1))
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    const drop = () => box.resolve([{ key, how: 'drop' }], [], 'without it')
    await expect(drop()).rejects.toMatchObject({ code: 'NO_STORE' })
    put.mockRestore()
    expect(box.status().refused).toBe(1)
    box.close()
    const again = await open()
    expect(again.status().refused).toBe(1)
    expect(await again.readDesk()).toBe('with a final')
    await again.resolve([{ key, how: 'drop' }], [], 'without it')
    expect(again.status().entries).toEqual([])
    expect(await again.readDesk()).toBe('without it')
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
      const again = box.resolve([{ key, how: 'again' }])
      await expect(again).rejects.toMatchObject({ code: 'ENTRY_DAMAGED' })
      await box.resolve([{ key, how: 'drop' }])
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

  it('stores its entries again once the browser’s data was cleared under the page', async () => {
    const { deps, world, sent, open } = tablet()
    world.online = false
    const first = await open()
    const name = await first.device()
    await first.add(write(1), about('a'))
    await first.add(write(2), about('b'))
    await deleteDB(deps.database)
    await first.add(write(3), about('c'))
    first.close()
    const box = await open()
    expect(await box.device(), 'the name of this tablet').toBe(name)
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([1, 2, 3])
    await deleteDB(deps.database)
    world.online = true
    await box.send()
    await settled(box)
    expect(sent.map(values)).toEqual([[1, 2, 3]])
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
    ['locks', locksOfOneBrowser()],
    ['a lease', null],
  ])('with %s one of them sends, each entry once', async (_, locks) => {
    const { world, sent, open } = tablet({ locks })
    world.online = false
    const [one, other] = [await open(), await open()]
    await Promise.all([
      ...Array.from({ length: 40 }, (_, at) => one.add(write(`one ${at}`), about(`one ${at}`))),
      ...Array.from({ length: 40 }, (_, at) => other.add(write(`other ${at}`), about(`other ${at}`))),
    ])
    world.online = true
    world.answer = async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return takesAll(items)
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
    await waitFor(() => expect(other.status().refused).toBe(1))
    await other.resolve([{ key, how: 'drop' }])
    await waitFor(() => expect(one.status().entries).toEqual([]))
  })

  it('a lease of a tab that was killed ends after a minute', async () => {
    const { world, sent, open } = tablet()
    const first = await open()
    world.answer = () => new Promise<SyncAnswer>(() => {})
    await first.add(write(1), about('a'))
    await waitFor(() => expect(sent).toHaveLength(1))
    first.close()
    world.answer = takesAll
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
