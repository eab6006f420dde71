import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff'
import { uuidV7 } from './uuid'

describe('the wait after a failure', () => {
  it.each([1, 2, 3, 5, 8, 20, 2000])('after %i failures lies between a second and a minute', (failures) => {
    for (const random of [0, 0.3, 0.999]) {
      const ms = backoffMs(failures, random, null)
      expect(ms).toBeGreaterThanOrEqual(1000)
      expect(ms).toBeLessThanOrEqual(60_000)
    }
  })

  it('differs by chance', () => {
    expect(backoffMs(4, 0, null)).not.toBe(backoffMs(4, 0.9, null))
  })

  it('is as long as the server asks, within an hour', () => {
    expect(backoffMs(1, 0, 120)).toBe(120_000)
    expect(backoffMs(1, 0, -5)).toBe(1000)
    expect(backoffMs(1, 0, Number.NaN)).toBe(1000)
    expect(backoffMs(1, 0, 1e9)).toBe(3_600_000)
  })
})

describe('a key', () => {
  it('is a UUIDv7 with its time', () => {
    const key = uuidV7(Date.parse('2026-11-24T10:00:00Z'))
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-24T10:00:00Z'))
  })

  it('is never the same twice, whatever the clock says', () => {
    const keys = Array.from({ length: 2000 }, (_, at) => uuidV7(at % 2 === 0 ? -1 : 0))
    expect(new Set(keys).size).toBe(2000)
  })
})
