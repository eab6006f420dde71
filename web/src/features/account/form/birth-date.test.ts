import { describe, expect, it } from 'vitest'
import { joinDate, padDate, sayDate, splitDate, yearsBetween } from './birth-date'

describe('three boxes and one date', () => {
  it('keeps half-typed dates', () => {
    expect(joinDate({ day: '3', month: '', year: '20' })).toBe('20--3')
    expect(splitDate('20--3')).toEqual({ day: '3', month: '', year: '20' })
    expect(joinDate({ day: '', month: '', year: '' })).toBe('')
  })
  it('pads only whole dates', () => {
    expect(padDate('2001-2-3')).toBe('2001-02-03')
    expect(padDate('200-2-3')).toBe('200-2-3')
  })
  it('takes digits only', () => {
    expect(joinDate({ day: '3rd', month: '2', year: '20019' })).toBe('2001-2-3')
  })
  it('says it in British English', () => {
    expect(sayDate('2001-02-03')).toBe('3 Feb 2001')
    expect(sayDate('20--3')).toBe('20--3')
  })
})

describe('yearsBetween', () => {
  it.each([
    ['2008-11-21', '2026-11-21', 18],
    ['2008-11-22', '2026-11-21', 17],
    ['2008-2-29', '2026-02-28', 17],
    ['2008-2-29', '2026-03-01', 18],
    ['20--3', '2026-03-01', null],
    ['2010-2-31', '2026-11-21', null],
    ['2009-2-29', '2026-11-21', null],
    ['2010-13-1', '2026-11-21', null],
  ])('%s to %s is %s', (birth, today, years) => {
    expect(yearsBetween(birth, today)).toBe(years)
  })
})

it('reads a year of two digits as people mean it', () => {
  expect(padDate('96-4-12', 2026)).toBe('1996-04-12')
  expect(padDate('07-11-2', 2026)).toBe('2007-11-02')
  expect(padDate('26-1-1', 2026)).toBe('2026-01-01')
  expect(padDate('27-1-1', 2026)).toBe('1927-01-01')
  expect(padDate('9-1-1', 2026)).toBe('9-1-1')
})
