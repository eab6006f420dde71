import { describe, expect, it } from 'vitest'
import { SPEED } from '../../../test/protocols'
import { isOutlier, press, rangeText, type Key } from './typing'

const typed = (keys: string, decimals: number) =>
  [...keys].reduce((value, key) => press(value, (key === '<' ? 'back' : key) as Key, decimals), '')

describe('the number pad', () => {
  it.each([
    ['3.412', 3, '3.412'],
    ['3.4129', 3, '3.412'],
    ['64.5', 0, '645'],
    ['.5', 1, '0.5'],
    ['007', 2, '7'],
    ['1.2.3', 2, '1.23'],
    ['12345', 2, '1234'],
    ['12<<<3', 2, '3'],
    ['0.05', 2, '0.05'],
  ])('%s with %i decimals is %s', (keys, decimals, expected) => {
    expect(typed(keys, decimals)).toBe(expected)
  })
})

describe('what asks once more', () => {
  it.each([
    [2.3, true],
    [2.7, false],
    [3.4, false],
    [5.5, false],
    [9.9, true],
  ])('a sprint of %d s: %s', (raw, expected) => {
    expect(isOutlier(SPEED, raw)).toBe(expected)
  })

  it.each([
    [6, true],
    [15, false],
    [75, false],
    [118, true],
  ])('a jump of %d cm: %s', (raw, expected) => {
    const jump = { ...SPEED, unit: 'cm', zero: 15, hundred: 75, low: 5, high: 120 } as const
    expect(isOutlier(jump, raw)).toBe(expected)
  })
})

it('says a range with its unit', () => {
  expect(rangeText(SPEED)).toBe('2–10 s')
  expect(rangeText({ ...SPEED, unit: 'level', low: 1, high: 21 })).toBe('level 1–21')
})
