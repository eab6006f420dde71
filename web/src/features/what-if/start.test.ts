import { expect, it } from 'vitest'
import { isNewestHeld } from '../../api/queries'
import type { OwnResult } from '../../api/types'
import { TEST_TYPES } from '../../components/art/test-types'
import { ownResult, ownTest } from '../../test/results'
import { bestFinal, lastVisit } from './start'

const result = (date: string, score: number | null, more: Partial<OwnResult> = {}) => {
  const tests = TEST_TYPES.map((test, place) => ownTest(test, score, { best: place + 1 }))
  return ownResult(score, tests, { eventBookingId: date, eventTestDate: date, season: 13, ...more })
}

const visit = { season: 13, scoredAlike: true, marks: [1, 2, 3, 4, 5, 6] }

it('starts from the newest visit', () => {
  const results = [result('2026-11-20', 60), result('2026-10-20', 70)]
  expect(lastVisit(results, 1)).toEqual({ ...visit, date: '2026-11-20', final: 60 })
  expect(bestFinal(results)).toBe(70)
  expect(isNewestHeld({ results })).toBe(false)
})

// RULES 8.7
it('leaves out a final that waits for its reveal', () => {
  const results = [result('2026-11-20', null), result('2026-10-20', 50)]
  expect(lastVisit(results, 1)).toEqual({ ...visit, date: '2026-10-20', final: 50 })
  expect(bestFinal(results)).toBe(50)
  expect(isNewestHeld({ results })).toBe(true)
})

it('needs all six measurements, and says when they were scored by other protocols', () => {
  const imported = result('2026-11-20', 60)
  for (const test of imported.tests) test.best = null
  expect(lastVisit([imported], 1)).toBeNull()
  expect(lastVisit([], 1)).toBeNull()
  expect(lastVisit([result('2026-11-20', 60)], 2)?.scoredAlike).toBe(false)
})
