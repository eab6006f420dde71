import { expect, test } from 'vitest'
import { HOURS, runs, toggled } from './times'

test('sixty quarter hours, and lists read as runs of them', () => {
  expect(HOURS.flatMap(({ times }) => times)).toHaveLength(60)
  expect(runs([])).toEqual([])
  expect(runs(['10:00', '10:15', '10:30', '14:00'])).toEqual(['10:00–10:45', '14:00–14:15'])
  expect(runs(['23:30', '23:45'])).toEqual(['23:30–24:00'])
})

test('times go in and out in the order of the day', () => {
  expect(toggled(['10:00'], ['09:45', '10:00'], true)).toEqual(['09:45', '10:00'])
  expect(toggled(['09:45', '10:00'], ['09:45'], false)).toEqual(['10:00'])
})
