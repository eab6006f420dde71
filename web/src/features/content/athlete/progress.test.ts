import { expect, it } from 'vitest'
import { progressOf } from './progress'

const visit = (...results: [string, number | null][]) => ({
  eventTestDate: '2026-11-01',
  eventTestScore: null,
  results: results.map(([testType, score]) => ({ testType, score })),
})

it('tells the last, the best and the change of each test that was scored', () => {
  const entries = [
    visit(['Power', 61.5], ['Speed', null]),
    visit(['power', 70], ['Speed', 40]),
    visit(['Power', 55]),
  ]
  expect(progressOf(entries)).toEqual([
    { test: 'Power', last: 61.5, best: 70, change: -8.5 },
    { test: 'Speed', last: 40, best: 40, change: null },
  ])
  expect(progressOf([])).toEqual([])
})
