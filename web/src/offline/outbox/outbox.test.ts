// How the outbox sends, and when it tries again.
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { locksOfOneBrowser } from '../../test/locks'
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
import type { SyncAnswer } from './types'

describe('sending', () => {
  it('goes in the order of the taps, fifty at a time, also when the clock is set back', async () => {
    const { world, sent, open } = tablet()
    world.online = false
    const box = await open()
    for (let at = 0; at < 120; at += 1) {
      if (at === 60) world.now -= 6 * 3_600_000
      void box.add(write(at), about(`b${at % 7}`, 'request'))
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
      return takesAll(items)
    }
    await box.add(write('first'), about('a'))
    await waitFor(() => expect(sent).toHaveLength(1))
    await box.add(write('second'), about('a'))
    expect(box.status()).toMatchObject({ waiting: 2, sending: true })
    release()
    await settled(box)
    expect(sent.map(values)).toEqual([['first'], ['second']])
  })

  it('keeps the key over a crash between sending and the answer', async () => {
    const { world, sent, open } = tablet({ locks: locksOfOneBrowser() })
    const first = await open()
    world.answer = () => new Promise<SyncAnswer>(() => {})
    const entry = await first.add(write(1), about('a'))
    await waitFor(() => expect(sent).toHaveLength(1))
    first.close()
    world.answer = takesAll
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
    await waitFor(() => expect(box.status().needsSignIn).toBe(true))
    await quiet(box)
    box.nudge()
    await box.add(write(2), about('b'))
    await quiet(box)
    expect(sent).toHaveLength(1)
    expect(waits).toEqual([])
    world.answer = takesAll
    await box.send()
    await settled(box)
    expect(box.status().needsSignIn).toBe(false)
    expect(sent.map(values)).toEqual([[1], [1, 2]])
  })

  it.each([
    ['a batch', () => failed(403), true],
    ['an item', () => answered([refusal(403, 'FORBIDDEN')]), true],
    ['a token that is old', () => answered([refusal(403, 'CSRF_INVALID')]), false],
  ])('says that the account may not record: %s', async (_, answer, forbidden) => {
    const { world, waits, open } = tablet()
    world.answer = answer
    const box = await open()
    await box.add(write(1), about('a'))
    await waitFor(() => expect(waits).toHaveLength(1))
    expect(box.status()).toMatchObject({ waiting: 1, forbidden })
    world.answer = takesAll
    await box.send()
    await settled(box)
    expect(box.status().forbidden).toBe(false)
  })

  it('stops at an item that says 401, and sends it after the sign-in', async () => {
    const { world, sent, queued } = tablet()
    const box = await queued([write(1), about('a')], [write(2), about('b')])
    world.answer = () => answered([done, refusal(401, 'UNAUTHORISED')])
    await box.send()
    expect(box.status()).toMatchObject({ waiting: 1, needsSignIn: true })
    world.answer = takesAll
    await box.send()
    await settled(box)
    expect(sent.map(values)).toEqual([[1, 2], [2]])
  })

  it('sends what waits when somebody has signed in before the server’s refusal has arrived', async () => {
    const { world, sent, open } = tablet()
    let refuse: (answer: SyncAnswer) => void = () => undefined
    world.answer = () => new Promise<SyncAnswer>((resolve) => (refuse = resolve))
    const box = await open()
    await box.add(write(1), about('a'))
    await waitFor(() => expect(sent).toHaveLength(1))
    const signedIn = box.send()
    world.answer = takesAll
    refuse(failed(401))
    await signedIn
    await settled(box)
    expect(box.status().needsSignIn).toBe(false)
    expect(sent.map(values)).toEqual([[1], [1]])
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
      await waitFor(() => expect(waits).toHaveLength(1))
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
    await waitFor(() => expect(waits[0]?.ms).toBe(90_000))
    await box.send()
    box.nudge()
    await quiet(box)
    expect(sent).toHaveLength(1)
    world.answer = takesAll
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
    await waitFor(() => expect(waits).toHaveLength(1))
    expect(box.status().online).toBe(false)
    box.nudge()
    await quiet(box)
    expect(sent).toHaveLength(1)
    world.answer = takesAll
    await box.send()
    await settled(box)
    expect(waits).toEqual([])
    expect(box.status().online).toBe(true)
  })
})
