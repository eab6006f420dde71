import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSource } from '../../test/event-source'
import { Connection, PATIENCE_MS, pauseBefore } from './live-connection'

const SILENCE_MS = 40_000
let said: string[]
let connection: Connection<'leaderboard' | 'reveal'>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  FakeSource.install()
  said = []
  connection = new Connection(
    { address: '/api/stream', kinds: ['leaderboard', 'reveal'] },
    {
      opened: () => said.push('opened'),
      lost: () => said.push('lost'),
      frame: (kind, data) => said.push(`${kind} ${JSON.stringify(data)}`),
    },
    () => SILENCE_MS,
  )
})
afterEach(() => {
  connection.close()
})

describe('a connection', () => {
  it('passes on whole frames and drops what cannot be read', () => {
    connection.open()
    FakeSource.last().opens()
    FakeSource.last().says('leaderboard', '{"total":1}')
    FakeSource.last().says('reveal', '{"total":')
    FakeSource.last().says('gossip', '{}')
    expect(said).toEqual(['opened', 'leaderboard {"total":1}'])
  })

  it('leaves the first break to the browser, which names the last frame, and the next one to nobody', () => {
    connection.open()
    const first = FakeSource.last()
    first.opens()
    first.breaks()
    expect(FakeSource.made).toHaveLength(1)
    first.opens()
    first.breaks()
    first.breaks()
    expect(first.readyState).toBe(FakeSource.CLOSED)
    vi.advanceTimersByTime(pauseBefore(2, 0))
    expect(FakeSource.made).toHaveLength(2)
    FakeSource.last().opens()
    expect(said).toEqual(['opened', 'lost', 'opened', 'lost', 'lost', 'opened'])
  })

  it('starts again where the browser gives up, later each time, for ever', () => {
    connection.open()
    for (let attempt = 1; attempt <= 20; attempt++) {
      FakeSource.last().refuses()
      vi.advanceTimersByTime(pauseBefore(attempt, 0) - 1)
      expect(FakeSource.made).toHaveLength(attempt)
      vi.advanceTimersByTime(1)
      expect(FakeSource.made).toHaveLength(attempt + 1)
    }
    expect(pauseBefore(20, 0)).toBe(30_000)
  })

  it('does not wait for an answer that never comes', () => {
    connection.open()
    vi.advanceTimersByTime(PATIENCE_MS)
    expect(said).toEqual(['lost'])
    vi.advanceTimersByTime(pauseBefore(1, 0))
    expect(FakeSource.made).toHaveLength(2)
  })

  it('tries a line that has been silent, and keeps the old one until the new one is there', () => {
    connection.open()
    const first = FakeSource.last()
    first.opens()
    vi.advanceTimersByTime(SILENCE_MS)
    expect(FakeSource.made).toHaveLength(2)
    expect(first.readyState).toBe(FakeSource.OPEN)
    FakeSource.last().opens()
    expect(first.readyState).toBe(FakeSource.CLOSED)
    expect(said).toEqual(['opened', 'opened'])
    // Events of the old connection are ignored.
    first.says('config', '{"version":1}')
    expect(said).toHaveLength(2)
  })

  it('says so when the new line cannot be had either', () => {
    connection.open()
    const first = FakeSource.last()
    first.opens()
    vi.advanceTimersByTime(SILENCE_MS)
    vi.advanceTimersByTime(PATIENCE_MS)
    expect(said).toEqual(['opened', 'lost'])
    expect(first.readyState).toBe(FakeSource.CLOSED)
  })

  it('is over when it is closed', () => {
    connection.open()
    FakeSource.last().refuses()
    connection.close()
    vi.advanceTimersByTime(600_000)
    expect(FakeSource.made).toHaveLength(1)
    expect(connection.isOpen).toBe(false)
  })
})

it('spreads the pauses of many screens over their second half', () => {
  expect(pauseBefore(1, 0)).toBe(1000)
  expect(pauseBefore(1, 1)).toBe(500)
  expect(pauseBefore(4, 0.5)).toBe(6000)
  expect(pauseBefore(1000, 1)).toBe(15_000)
})
