import { expect, it } from 'vitest'
import { seasonPhase, timeLeft } from './season-phase'

const SEASONS = [
  { season: 1, start: '2026-01-01T00:00:00Z', end: '2026-03-29T00:59:59.999+01:00' },
  { season: 2, start: '2026-04-05T00:00:00+01:00', end: '2026-06-30T23:59:59.999+01:00' },
]

it('finds the running season, the next one, or none', () => {
  expect(seasonPhase(SEASONS, Date.parse('2026-02-01T12:00:00Z'))).toMatchObject({
    kind: 'running',
    season: { season: 1 },
  })
  expect(seasonPhase(SEASONS, Date.parse('2026-04-01T12:00:00Z'))).toMatchObject({
    kind: 'before',
    season: { season: 2 },
  })
  expect(seasonPhase(SEASONS, Date.parse('2027-01-01T12:00:00Z'))).toEqual({ kind: 'after' })
  expect(seasonPhase([], 0)).toEqual({ kind: 'after' })
})

it('splits what is left and stops at zero', () => {
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
  expect(timeLeft(0, 5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})
