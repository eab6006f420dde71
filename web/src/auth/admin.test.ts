import { expect, it } from 'vitest'
import { isTabletPath, rolesForPath } from './admin'

// RULES 9.2
it.each([
  ['/en-gb/staff-account-instore-admin', [2]],
  ['/en-gb/staff-account-pd-admin', [3]],
  ['/en-gb/staff-account-coach-admin/teams', [4]],
  ['/en-gb/staff-account-reveal', [2, 3]],
  ['/en-gb/my-account', null],
])('%s asks for roles %j', (path, roles) => {
  expect(rolesForPath(path)).toEqual(roles)
})

it('asks at the tablets’ own area later than elsewhere', () => {
  expect(isTabletPath('/en-gb/staff-account-instore-admin')).toBe(true)
  expect(isTabletPath('/en-gb/staff-account-reveal')).toBe(false)
})
