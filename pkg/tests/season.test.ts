// @vitest-environment node
import { expect, test } from 'vitest'
import { seasonLabel } from '../index'

const START = Date.parse('2026-04-01T00:00:00.000+01:00')
const END = Date.parse('2026-10-31T23:59:59.999Z')

// RULES 2.5
test.each([
  ['2025-06-01T12:00:00Z', 'Season 11 2026'],
  ['2026-06-01T12:00:00Z', 'Season 11 2026'],
  ['2027-06-01T12:00:00Z', 'Season 11 2026'],
])('at %s the season is called %s', (now, label) => {
  expect(seasonLabel(11, START, END, Date.parse(now))).toBe(label)
})

test('an instant that does not exist has no label', () => {
  expect(seasonLabel(11, START, END, Number.MAX_VALUE)).toBeUndefined()
})
