import { describe, expect, it } from 'vitest'
import { chosenRange } from './range'

const SEASONS = [
  { season: 9, start: '2025-05-01T00:00:00.000+01:00', end: '2025-08-31T23:59:59.999+01:00' },
  { season: 10, start: '2025-09-01T00:00:00.000+01:00', end: '2025-12-31T23:59:59.999Z' },
  { season: 11, start: '2026-01-01T00:00:00.000Z', end: '2026-06-30T23:59:59.999+01:00' },
]

const on = (today: string, query: Record<string, string>) => {
  const { from, to, problem } = chosenRange(query, today, SEASONS)
  return problem ?? `${from} ${to}`
}

describe('the range of an address', () => {
  it('knows the usual ranges', () => {
    const at = (range: string) => on('2025-10-02', { range })
    expect(at('month')).toBe('2025-09-03 2025-10-02')
    expect(at('season')).toBe('2025-09-01 2025-10-02')
    expect(at('year')).toBe('2024-10-03 2025-10-02')
    expect(at('all')).toBe('2025-05-01 2025-10-02')
    expect(at('ahead')).toBe('2025-10-02 2025-10-31')
    expect(at('a word of nobody')).toBe('2025-09-03 2025-10-02')
  })

  it('takes dates of one’s own, and says what is wrong with them', () => {
    const own = (from: string, to: string) => on('2025-10-02', { range: 'own', from, to })
    expect(own('2025-01-01', '2025-01-31')).toBe('2025-01-01 2025-01-31')
    expect(own('2025-01-31', '2025-01-01')).toBe('The last day is before the first.')
    expect(own('2025-02-30', '2025-03-01')).toBe('Give both dates.')
    expect(own('2011-01-01', '2025-01-01')).toBe('Choose ten years at most.')
  })
})
