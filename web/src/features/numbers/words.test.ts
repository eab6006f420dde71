import { expect, it } from 'vitest'
import { points } from '../../academy/numbers'
import { partTitle, percent, shareOf } from './words'

it('tells every part of a distribution with two decimals at most', () => {
  const titles = Array.from({ length: 20 }, (_, part) => partTitle(part, 20))
  expect(titles[0]).toBe('0 to 4.99')
  expect(titles[3]).toBe('15 to 19.99')
  expect(titles[19]).toBe('95 to 100')
  for (const title of titles) expect(title).toMatch(/^\d+ to \d+(\.99)?$/)
})

it('rounds means and shares', () => {
  expect(points(59.9)).toBe('59.90')
  expect(points(null)).toBe('–')
  expect(percent(shareOf(1, 3))).toBe('33.3%')
  expect(percent(shareOf(1, 0))).toBe('–')
})
