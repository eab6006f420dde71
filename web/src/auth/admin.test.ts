import { expect, it } from 'vitest'
import { roleForPath } from './admin'

it.each([
  ['/en-gb/staff-account-instore-admin', 2],
  ['/en-gb/staff-account-pd-admin', 3],
  ['/en-gb/staff-account-coach-admin/teams', 4],
  ['/en-gb/my-account', null],
])('%s asks for role %s', (path, role) => {
  expect(roleForPath(path)).toBe(role)
})
