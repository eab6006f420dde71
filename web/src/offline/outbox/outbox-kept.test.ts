// What outlives a reload, a crash and a sign-out.
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  about,
  answered,
  done,
  failed,
  quiet,
  refusal,
  settled,
  tablet,
  takesAll,
  values,
  write,
} from '../../test/outbox'
import type { SyncAnswer, SyncItem } from './types'

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
    await waitFor(() => expect(waits).toHaveLength(1))
    await quiet(box)
    expect(box.status()).toMatchObject({ waiting: 1, refused: 0 })
    world.answer = takesAll
    wake()
    await settled(box)
    expect(new Set(sent.flat().map((item) => item.key))).toEqual(new Set([key]))
    expect(box.status().entries).toEqual([])
  })

  it('a missing answer keeps only its own entry', async () => {
    const { world, queued } = tablet()
    const box = await queued([write(1), about('a')], [write(2), about('b')])
    world.answer = () => answered([done])
    await box.send()
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([2])
  })

  it('an item that cannot go through holds up its own booking only', async () => {
    const { world, sent, waits, openWith, wake } = tablet()
    const box = await openWith(60, (at) => (at % 10 === 0 ? 'sick' : `b${at}`))
    const broken = (item: SyncItem) => (Number(item.body.value) % 10 === 0 ? refusal(500, 'INTERNAL') : done)
    world.answer = (items) => answered(items.map(broken))
    await box.send()
    expect(box.status().entries.map(({ write: { body } }) => body.value)).toEqual([0, 10, 20, 30, 40, 50])
    expect(sent.map((items) => items.length)).toEqual([50, 9])
    expect(box.status().entries[0]?.lastRefusal).toMatchObject({ status: 500, code: 'INTERNAL' })
    // Others are not held up by the wait.
    await box.add(write(61), about('well'))
    await waitFor(() => expect(box.status().waiting).toBe(6))
    await quiet(box)
    expect(sent.map(values).at(-1)).toEqual([61])
    expect(waits).toHaveLength(1)
    world.answer = takesAll
    wake()
    await settled(box)
    expect(sent.map(values).at(-1)).toEqual([0, 10, 20, 30, 40, 50])
  })

  it('an item that makes the server fail does not hold up those behind it for ever', async () => {
    const { world, sent, openWith } = tablet()
    const box = await openWith(30)
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
    const { world, sent, waits, openWith } = tablet()
    const box = await openWith(30)
    world.answer = (items) => answered(items.map(() => refusal(503, 'UNAVAILABLE')))
    await box.send()
    await box.add(write('more'), about('more'))
    await quiet(box)
    expect(sent).toHaveLength(3)
    expect(waits).toHaveLength(1)
    expect(box.status().waiting).toBe(31)
  })

  it('a refusal behind an item that has to wait is no last word', async () => {
    const { world, sent, queued, wake } = tablet()
    const box = await queued([write('onboard'), about('a', 'onboard')], [write('test'), about('a')])
    const [onboard, test] = box.status().entries
    world.answer = () => answered([refusal(503, 'UNAVAILABLE'), refusal(409, 'NOT_ONBOARDED')])
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 2, refused: 0 })
    world.answer = takesAll
    wake()
    await settled(box)
    const [, again] = sent
    expect(values(again)).toEqual(['onboard', 'test'])
    // The server remembers its refusal under the old key.
    expect(again?.[0]?.key).toBe(onboard?.key)
    expect(again?.[1]?.key).not.toBe(test?.key)
  })

  it('a refusal after a lost answer may be an old one: once more under a new key', async () => {
    const { world, sent, open, wake, waits } = tablet()
    world.answer = () => {
      throw new TypeError('Failed to fetch')
    }
    const box = await open()
    await box.add(write('test'), about('a'))
    await waitFor(() => expect(waits).toHaveLength(1))
    world.answer = () => answered([refusal(409, 'NOT_ONBOARDED')])
    wake()
    await waitFor(() => expect(box.status().refused).toBe(1))
    expect(sent).toHaveLength(3)
    expect(sent[0]?.[0]?.key).toBe(sent[1]?.[0]?.key)
    expect(sent[2]?.[0]?.key).not.toBe(sent[1]?.[0]?.key)
  })

  it('finds the one entry that makes the server refuse the whole batch', async () => {
    const { world, openWith } = tablet()
    const box = await openWith(30)
    world.answer = (items) => (items.some(({ body }) => body.value === 17) ? failed(400) : takesAll(items))
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 0, refused: 1 })
    expect(box.status().entries[0]?.write.body.value).toBe(17)
  })
})
