import { expect, test } from 'vitest'
import { mailedToken } from './use-mailed-token'

test('the token of a mailed link stands behind the #, in older letters in the query', () => {
  expect(mailedToken('token=c0ffee', {})).toBe('c0ffee')
  expect(mailedToken('#token=c0ffee', { token: 'older' })).toBe('c0ffee')
  expect(mailedToken('', { token: 'older' })).toBe('older')
  expect(mailedToken('', { token: 12345 })).toBe('12345')
  for (const hash of ['', 'token=', 'results', 'xtoken=1']) expect(mailedToken(hash, {})).toBeNull()
})
