import { expect, test } from 'vitest'
import { draftOf, edited, openingOf, problemsOf, stageOf, type Opening } from './openings'

const DECEMBER: Opening = { from: '2026-12-01', to: '2026-12-31', opensAt: '2026-11-01T20:00:00.000Z' }
const JUNE: Opening = { from: '2027-06-01', to: '2027-06-30', opensAt: '2027-05-01T19:00:00.000Z' }

test('a draft shows London’s time and reads it back', () => {
  expect(draftOf(JUNE)).toEqual({ from: '2027-06-01', to: '2027-06-30', opensAt: '2027-05-01T20:00' })
  expect(Date.parse(openingOf(draftOf(JUNE)).opensAt)).toBe(Date.parse(JUNE.opensAt))
})

test('each problem is at its field', () => {
  const fields = (more: object) => problemsOf({ ...draftOf(DECEMBER), ...more }).map(({ field }) => field)
  expect(problemsOf(draftOf(undefined)).map(({ field }) => field)).toEqual(['from', 'to', 'opensAt'])
  expect(fields({})).toEqual([])
  expect(fields({ to: '2026-11-30' })).toEqual(['to'])
  expect(fields({ opensAt: '2027-01-01T00:00' })).toEqual(['opensAt'])
  // The clocks go forward over that time.
  expect(fields({ from: '2027-04-01', to: '2027-04-30', opensAt: '2027-03-28T01:30' })).toEqual(['opensAt'])
})

test('one opening changes and the others stay', () => {
  const later = { ...DECEMBER, opensAt: '2026-11-02T20:00:00.000Z' }
  expect(edited([JUNE], { after: DECEMBER })).toEqual([DECEMBER, JUNE])
  expect(edited([DECEMBER, JUNE], { before: DECEMBER, after: later })).toEqual([later, JUNE])
  expect(edited([DECEMBER, JUNE], { before: JUNE })).toEqual([DECEMBER])
})

test('an opening that has changed meanwhile is neither replaced nor removed', () => {
  const later = { ...DECEMBER, opensAt: '2026-11-02T20:00:00.000Z' }
  expect(edited([later, JUNE], { before: DECEMBER, after: { ...DECEMBER, to: '2026-12-24' } })).toBeNull()
  expect(edited([later, JUNE], { before: DECEMBER })).toBeNull()
})

test('an opening is coming, open or over', () => {
  const at = (iso: string) => stageOf(DECEMBER, Date.parse(iso))
  expect(at('2026-11-01T19:59:59.999Z')).toBe('coming')
  expect(at('2026-11-01T20:00:00Z')).toBe('open')
  expect(at('2026-12-31T23:59:59Z')).toBe('open')
  expect(at('2027-01-01T00:00:00Z')).toBe('over')
})
