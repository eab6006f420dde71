import { expect, it } from 'vitest'
import { phoneText } from './phone'

it.each([
  ['+447700962090', '+44 7700 962090'],
  ['+442079460123', '+44 20 7946 0123'],
  ['+33612345678', '+33612345678'],
  ['07700 900123', '07700 900123'],
  ['N/A', 'N/A'],
  ['', ''],
])('reads %s as %s', (stored, read) => {
  expect(phoneText(stored)).toBe(read)
})
