import { describe, expect, it } from 'vitest'
import { begunSeasons, isRunning, lastOver, seasonMonths } from './seasons'
import { SEASONS } from '../test/board'

const at = (iso: string) => Date.parse(iso)
const numbers = (now: string) => begunSeasons(SEASONS, at(now)).map(({ season }) => season)

describe('seasons', () => {
  it('can be looked at once they have begun, the newest first', () => {
    expect(numbers('2026-08-31T22:59:59.999Z')).toEqual([2, 1])
    expect(numbers('2026-08-31T23:00:00.000Z')).toEqual([3, 2, 1])
    expect(numbers('2030-01-01T00:00:00Z')).toEqual([3, 2, 1])
  })

  it('fall back to the first before any has begun', () => {
    expect(numbers('2020-01-01T00:00:00Z')).toEqual([1])
    expect(begunSeasons([], 0)).toEqual([])
  })

  it('know which one is running and which was the last', () => {
    expect(SEASONS.map((season) => isRunning(season, at('2026-05-01T00:00:00Z')))).toEqual([
      false,
      true,
      false,
    ])
    expect(lastOver(SEASONS, at('2026-05-01T00:00:00Z'))?.season).toBe(1)
    expect(lastOver(SEASONS, at('2027-05-01T00:00:00Z'))?.season).toBe(3)
    expect(lastOver(SEASONS, at('2026-02-01T00:00:00Z'))).toBeNull()
  })

  it('are told by their months', () => {
    expect(SEASONS.map(seasonMonths)).toEqual(['Jan–Apr 2026', 'May–Aug 2026', 'Sep–Dec 2026'])
    expect(seasonMonths({ start: '2025-11-01', end: '2026-02-28' })).toBe('Nov 2025–Feb 2026')
    expect(seasonMonths({ start: '2025-11-01', end: '2025-11-28' })).toBe('Nov 2025')
  })
})
