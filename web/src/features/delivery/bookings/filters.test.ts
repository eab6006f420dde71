import { describe, expect, it } from 'vitest'
import { daysShown, daysText, isReversed, narrowedBy, readFilters } from './filters'

const TODAY = '2026-11-22'

describe('the filters of an address', () => {
  it('leaves the days to the server until somebody names one', () => {
    expect(readFilters({}, TODAY)).toEqual({})
    expect(daysShown({}, TODAY)).toEqual({ from: TODAY, to: '2026-12-22' })
    expect(readFilters({ from: '2027-01-10' }, TODAY)).toEqual({ from: '2027-01-10', to: '2027-02-09' })
    expect(readFilters({ to: '2026-11-01' }, TODAY)).toEqual({ from: '2026-11-01', to: '2026-11-01' })
    expect(isReversed(readFilters({ from: '2026-12-02', to: '2026-12-01' }, TODAY))).toBe(true)
  })

  it('says which days the list is of', () => {
    expect(daysText({}, TODAY)).toBe('from Sun 22 Nov 2026 to Tue 22 Dec 2026')
    expect(daysText({ from: TODAY, to: TODAY }, TODAY)).toBe('on Sun 22 Nov 2026')
    expect(daysText({ top15: true }, TODAY)).toBe('this season')
    expect(daysText({ top15: true, season: 10 }, TODAY)).toBe('in season 10')
    expect(daysText({ uaid: '10000001' }, TODAY)).toBe('on every day')
  })

  it('reads every filter', () => {
    const filters = readFilters(
      {
        from: '2026-09-01',
        to: '2026-11-22',
        search: ' Okafor ',
        status: 'completed',
        team: 'none',
        assistance: 'yes',
        top15: 'true',
        uaid: '10000001',
      },
      TODAY,
    )
    expect(filters).toEqual({
      from: '2026-09-01',
      to: '2026-11-22',
      search: 'Okafor',
      status: 'completed',
      team: false,
      assistance: true,
      top15: true,
      uaid: '10000001',
    })
    expect(narrowedBy(filters)).toBe(5)
    expect(readFilters({ team: 'any' }, TODAY).team).toBe(true)
    expect(readFilters({ team: '01a' }, TODAY).team).toBe('01a')
  })

  it('reads the season of a top 15, which is one filter', () => {
    const filters = readFilters({ top15: '10' }, TODAY)
    expect(filters).toEqual({ top15: true, season: 10 })
    expect(narrowedBy(filters)).toBe(1)
    expect(daysShown(filters, TODAY)).toEqual({ from: '', to: '' })
  })

  it('takes what is written wrongly as not written', () => {
    const query = { from: '2026-02-30', status: 'gone', top15: 'no', uaid: 'x', search: '  ' }
    expect(readFilters(query, TODAY)).toEqual({})
    for (const top15 of ['0', '-1', '1.5', '12345']) expect(readFilters({ top15 }, TODAY)).toEqual({})
  })
})
