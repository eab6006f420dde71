import { expect, it } from 'vitest'
import { latestScores, weakest } from './latest-scores'

const result = (testType: string, score: number | null) => ({ testType, score })

it('takes the newest entry that has scores', () => {
  const entries = [
    { eventTestDate: '2026-12-01', eventTestScore: null, results: [] },
    {
      eventTestDate: '2026-11-01',
      eventTestScore: 61.5,
      results: [result('speed', 40), result('Power', 83), result('Juggling', 99), result('Agility', null)],
    },
    { eventTestDate: '2026-10-01', eventTestScore: 50, results: [result('Speed', 1)] },
  ]
  expect(latestScores(entries)).toEqual({ date: '2026-11-01', final: 61.5, tests: { Speed: 40, Power: 83 } })
  expect(latestScores([])).toBeNull()
})

it('finds the weakest corner', () => {
  expect(weakest({ Speed: 40, Power: 83, Agility: 39.99 })).toBe('Agility')
  expect(weakest({})).toBeNull()
})
