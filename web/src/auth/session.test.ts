import { expect, it } from 'vitest'
import { dropsKept, leavesDevice } from './session'

// RULES 10.7
it.each(['signedOut', 'everywhere', 'deleted', 'perhapsDeleted', 'replaced', 'ended'] as const)(
  '%s drops what is kept for use without a network',
  (why) => {
    expect(dropsKept(why)).toBe(true)
  },
)

it.each(['over', 'elsewhere', 'role'] as const)('%s keeps it', (why) => {
  expect(dropsKept(why)).toBe(false)
})

// RULES 16.8
it('a session that the server has ended leaves the device notified', () => {
  expect(leavesDevice('ended')).toBe(false)
  expect(leavesDevice('signedOut')).toBe(true)
})
