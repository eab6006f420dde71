import { expect, it } from 'vitest'
import { scaleMarks } from './score-scale'

it('lays results on a straight line, downwards where less is better', () => {
  expect(scaleMarks(20, 110, 0).map((mark) => mark.result)).toEqual(['20', '38', '56', '74', '92', '110'])
  expect(scaleMarks(4.2, 2.7, 2).map((mark) => mark.result)).toEqual([
    '4.20',
    '3.90',
    '3.60',
    '3.30',
    '3.00',
    '2.70',
  ])
})
