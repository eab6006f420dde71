// @vitest-environment node
import { expect, it } from 'vitest'
import * as rules from '@sixfold/domain'
import { SPEED } from '../../test/protocols'
import { readTyped, within } from './stops'

// RULES 7.12
it.each([
  ['3.015', 3.015, null],
  ['99', 10, 'Stopped at 10.00 s. That is not plausible: 2 to 10 s.'],
  ['1', 2, 'Stopped at 2.00 s. That is not plausible: 2 to 10 s.'],
  ['-3', 2, 'Stopped at 2.00 s. An attempt is never negative: 2 to 10 s.'],
  ['fast', null, 'An attempt is a number: 2 to 10 s.'],
  ['3.0151', null, 'An attempt has at most 3 decimals: 2 to 10 s.'],
])('%s', (text, mark, notice) => {
  expect(readTyped(rules, SPEED, text)).toEqual({ mark, notice })
})

it('moves a mark of older protocols into the range', () => {
  expect([1, 3, 11].map((mark) => within(SPEED, mark))).toEqual([2, 3, 10])
})
