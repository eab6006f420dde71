import { expect, it } from 'vitest'
import { checkCode, cleanCode } from './one-time-code'

it('takes six digits as an app shows them', () => {
  expect(checkCode('c', '123 456', 'app')).toEqual([])
  expect(cleanCode(' 123 456 ')).toBe('123456')
})

it.each(['', '12345', '1234567', '12345a'])('refuses %j as a code of an app', (typed) => {
  expect(checkCode('c', typed, 'app')).toHaveLength(1)
})

it('takes any recovery code but an empty one', () => {
  expect(checkCode('c', 'abcd-efgh', 'recovery')).toEqual([])
  expect(checkCode('c', '  ', 'recovery')).toHaveLength(1)
})
