import { expect, it } from 'vitest'
import { usualEnd } from './SeasonDialog'

it('proposes a season that reaches today, however long ago the last one ended', () => {
  expect(usualEnd('2026-09-01', '2026-08-20')).toBe('2026-12-29')
  expect(usualEnd('2026-01-01', '2026-11-22') >= '2026-11-22').toBe(true)
})
