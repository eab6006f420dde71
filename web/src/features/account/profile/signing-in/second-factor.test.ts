import { expect, it } from 'vitest'
import { codesFile, grouped } from './second-factor'

it('groups a secret in fours', () => {
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(grouped('ABCDEFGH')).toBe('ABCD EFGH')
})

it('writes each recovery code on a line of its own', () => {
  const lines = codesFile(['one', 'two'], 'Site', 'sam@example.org').split('\n')
  expect(lines[0]).toBe('Site: recovery codes of sam@example.org')
  expect(lines.slice(3)).toEqual(['one', 'two', ''])
})
