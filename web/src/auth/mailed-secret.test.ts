import { expect, it } from 'vitest'
import { moveToEntry, ofEntry } from './mailed-secret'

it.each([
  ['?callbackUrl=%2Fen-gb%2Fbook%3Fdate%3D1#token=c0ffee', '?callbackUrl=%2Fen-gb%2Fbook%3Fdate%3D1'],
  ['?token=c0ffee&callbackUrl=%2Fen-gb%2Fbook', '?callbackUrl=%2Fen-gb%2Fbook'],
  ['?token=c0ffee', ''],
  ['#token=c0ffee', ''],
])('of %s, the address keeps %j', (behind, kept) => {
  window.history.replaceState(null, '', `/en-gb/sign-in-link${behind}`)
  moveToEntry('#token=c0ffee')
  const { pathname, search, hash } = window.location
  expect(pathname + search + hash).toBe(`/en-gb/sign-in-link${kept}`)
  expect(ofEntry()).toBe('#token=c0ffee')
})

it('a token that the version before kept without its name is found too', () => {
  window.history.replaceState({ mailed: 'c0-f_fee' }, '', '/en-gb/sign-in-link')
  expect(ofEntry()).toBe('#token=c0-f_fee')
})
