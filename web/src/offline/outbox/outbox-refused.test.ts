// What the server refuses is set aside, and settled by a person.
import { waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  about,
  answered,
  done,
  quiet,
  refusal,
  settled,
  tablet,
  takesAll,
  values,
  write,
} from '../../test/outbox'
import type { SyncItem } from './types'

describe('what the server refuses', () => {
  const current = { TestType: 'Power', score: 61.2, status: 'closed', revision: 2, Attempts: [{ score: 52 }] }

  async function refused(status = 409) {
    const world = tablet()
    world.world.answer = (items) => answered(items.map(() => refusal(status, 'TEST_CLOSED', { current })))
    const box = await world.open()
    const entry = await box.add(write(1), about('a'))
    await waitFor(() => expect(box.status().refused).toBe(1))
    await quiet(box)
    world.world.answer = takesAll
    return { ...world, box, entry }
  }

  it.each([400, 404, 409, 422])('%i stays in sight with both also after a reload', async (status) => {
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
    await box.resolve([{ key: entry.key, how: 'drop' }])
    expect(box.status().entries).toEqual([])
    box.close()
    expect((await open()).status().entries).toEqual([])
  })

  it('can be sent again, or another body, at the end under a new key', async () => {
    const { box, entry, sent, world } = await refused()
    world.online = false
    await box.add(write('between'), about('b'))
    await box.resolve([{ key: entry.key, how: { body: { value: 2, replaces: 2 } } }])
    expect(box.status()).toMatchObject({ waiting: 2, refused: 0 })
    world.online = true
    await box.send()
    await settled(box)
    expect(sent.at(-1)?.map(({ body }) => body)).toEqual([{ value: 'between' }, { value: 2, replaces: 2 }])
    expect(sent.at(-1)?.map(({ key }) => key)).not.toContain(entry.key)
  })

  it('is resolved once', async () => {
    const { box, entry, sent } = await refused()
    const again = () => box.resolve([{ key: entry.key, how: 'again' }])
    const both = await Promise.allSettled([again(), again()])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await settled(box)
    expect(sent).toHaveLength(2)
  })

  it('is the only thing that can be resolved', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    const { key } = await box.add(write(1), about('a'))
    const drop = (which: string) => box.resolve([{ key: which, how: 'drop' }])
    await expect(drop(key)).rejects.toMatchObject({ code: 'ENTRY_WAITING' })
    await expect(drop('nobody')).rejects.toMatchObject({ code: 'ENTRY_UNKNOWN' })
    expect(box.status().waiting).toBe(1)
  })

  describe('beside another one', () => {
    async function two() {
      const all = await refused()
      const { box, world } = all
      world.answer = (items) => answered(items.map(() => refusal(422, 'ATTEMPT_INVALID')))
      await box.add(write(2), about('b'))
      await waitFor(() => expect(box.status().refused).toBe(2))
      await quiet(box)
      world.answer = takesAll
      world.online = false
      return all
    }
    const added = [{ write: write('added'), about: about('c') }]

    it('is decided about in one transaction, with what the decision adds in front', async () => {
      const { box, world, sent, open } = await two()
      const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
      await box.resolve(
        box.status().entries.map(({ key }) => ({ key, how: 'again' as const })),
        added,
      )
      // The lease of the sender is in another store.
      const writes = transaction.mock.calls.filter(
        ([stores, mode]) => mode === 'readwrite' && [...stores].includes('entries'),
      )
      expect(writes).toHaveLength(1)
      transaction.mockRestore()
      box.close()
      const again = await open()
      expect(again.status(), 'after a reload').toMatchObject({ waiting: 3, refused: 0 })
      world.online = true
      await again.send()
      await settled(again)
      expect(values(sent.at(-1))).toEqual(['added', 1, 2])
    })

    it('stays with it, and nothing is added, when the decision cannot be stored as a whole', async () => {
      const { box, open } = await two()
      const before = box.status().entries.map(({ key }) => ({ key, state: 'refused' }))
      const [first, second] = before.map(({ key }) => key)
      const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
      const decided = box.resolve([
        { key: first ?? '', how: 'drop' },
        { key: second ?? '', how: 'again' },
      ])
      await expect(decided).rejects.toMatchObject({ code: 'NO_SPACE' })
      add.mockRestore()
      const gone = box.resolve(
        [first ?? '', 'gone'].map((key) => ({ key, how: 'again' as const })),
        added,
      )
      await expect(gone).rejects.toMatchObject({ code: 'ENTRY_UNKNOWN' })
      expect(box.status().entries).toMatchObject(before)
      box.close()
      expect((await open()).status().entries, 'after a reload').toMatchObject(before)
    })
  })
})

describe('what depends on a refused entry', () => {
  /** One test as the server has it: a write is accepted if it names the revision that it replaces. */
  function serverWith(value: unknown, revision: number) {
    const stored = { value, revision }
    const answer = (items: readonly SyncItem[]) =>
      answered(
        items.map(({ body }) => {
          if ((body.replaces ?? 0) !== stored.revision)
            return refusal(409, 'TEST_CLOSED', { current: { ...stored } })
          stored.value = body.value
          stored.revision += 1
          return done
        }),
      )
    return { stored, answer }
  }
  const replacing = (value: unknown, replaces: number) => ({ ...write(value), body: { value, replaces } })

  it('is refused with it, unsent: the value of another tablet stays until somebody decides', async () => {
    const { world, sent, queued } = tablet()
    const { stored, answer } = serverWith('theirs', 1)
    world.answer = answer
    const box = await queued([write('first'), about('a')], [replacing('second', 1), about('a')])
    await box.send()
    const current = { value: 'theirs', revision: 1 }
    expect(stored).toEqual(current)
    expect(sent.map(values)).toEqual([['first']])
    expect(box.status().entries).toMatchObject([
      { state: 'refused', write: { body: { value: 'first' } }, refusal: { error: { current } } },
      { state: 'refused', write: { body: { value: 'second' } }, refusal: { error: { current } } },
    ])
    await box.resolve([], [{ write: replacing('decided', 1), about: about('a') }])
    await settled(box)
    expect(stored.value).toBe('decided')
  })

  it('is refused with it when it was added while the answer was on its way', async () => {
    const { world, sent, open } = tablet()
    const { stored, answer } = serverWith('theirs', 1)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    world.answer = async (items) => {
      await held
      return answer(items)
    }
    const box = await open()
    await box.add(write('first'), about('a'))
    await waitFor(() => expect(sent).toHaveLength(1))
    await box.add(replacing('second', 1), about('a'))
    release()
    await settled(box)
    expect(stored.value).toBe('theirs')
    box.close()
    const again = await open()
    await quiet(again)
    expect(again.status(), 'after a reload').toMatchObject({ waiting: 0, refused: 2 })
    expect(sent).toHaveLength(1)
  })

  it('is refused with it when it was tapped just before the refusal was seen', async () => {
    const { world, sent, open } = tablet()
    world.answer = serverWith('theirs', 1).answer
    const box = await open()
    await box.add(write('first'), about('a'))
    await waitFor(() => expect(box.status().refused).toBe(1))
    world.answer = takesAll
    await box.add(replacing('second', 1), about('a'), { queue: [] })
    await box.add(write('other'), about('b', 'request'), { queue: [] })
    await settled(box)
    expect(sent.flatMap(values)).toEqual(['first', 'other'])
    box.close()
    const again = await open()
    await quiet(again)
    expect(again.status().entries, 'after a reload').toMatchObject([
      { state: 'refused', write: { body: { value: 'first' } } },
      { state: 'refused', write: { body: { value: 'second' } }, refusal: { code: 'TEST_CLOSED' } },
    ])
  })

  it('waits for the answer, with all that is behind it in its booking', async () => {
    const { sent, queued } = tablet()
    const box = await queued(
      [write('first'), about('a')],
      [replacing('second', 1), about('a')],
      [write('final'), about('a', 'final')],
      [write('other'), about('b')],
    )
    await box.send()
    await settled(box)
    expect(sent.map(values)).toEqual([
      ['first', 'other'],
      ['second', 'final'],
    ])
  })

  it.each([
    ['onboard', 'release'],
    ['decline', 'undoDecline'],
  ] as const)('is not sent when it undoes it: %s, %s', async (act, undo) => {
    const { world, sent, queued } = tablet()
    world.answer = (items) =>
      answered(items.map(({ body }) => (body.value === 'act' ? refusal(422, '422') : done)))
    const box = await queued(
      [write('act'), about('a', act)],
      [write('undo'), about('a', undo)],
      [write('other'), about('b', undo)],
    )
    await box.send()
    await settled(box)
    expect(sent.flatMap(values)).toEqual(['act', 'other'])
    expect(box.status().entries.map(({ about: { kind }, refusal: why }) => [kind, why?.code])).toEqual([
      [act, '422'],
      [undo, '422'],
    ])
  })

  it('stays behind it when that one is sent again by hand', async () => {
    const { world, sent, queued } = tablet()
    world.answer = () => answered([refusal(500, 'INTERNAL')])
    const box = await queued([write('first'), about('a')], [replacing('second', 1), about('a')])
    await box.send()
    await box.resolve([{ key: box.status().entries[0]?.key ?? '', how: 'again' }])
    world.answer = takesAll
    await box.send()
    await settled(box)
    expect(sent.map(values)).toEqual([['first'], ['first'], ['second']])
  })
})
