import { expect, it } from 'vitest'
import { flowQuery, readFlow, type Step } from './flow-address'

it.each<[string, string, Step]>([
  ['2026-11-24', '10:15', 'slot'],
  ['2026-11-24', '10:15', 'details'],
  ['2026-11-24', '10:15', 'confirm'],
])('reads back %s %s %s', (date, time, step) => {
  expect(readFlow(flowQuery({ date, time }, step))).toEqual({ date, time, step })
})

it('keeps no day alone', () => {
  expect(flowQuery({ date: '2026-11-24', time: null }, 'details')).toEqual({
    date: undefined,
    step: undefined,
  })
})

it('starts at the beginning where the address leads nowhere', () => {
  const start = { date: null, time: null, step: 'slot' }
  expect(readFlow({})).toEqual(start)
  expect(readFlow({ date: 'tomorrow', step: 'confirm' })).toEqual(start)
  expect(readFlow({ step: 'confirm' })).toEqual(start)
  expect(readFlow({ date: '2026-11-24', step: 'confirm' })).toEqual({ ...start, date: '2026-11-24' })
  expect(readFlow({ date: '2026-11-24Tlater' })).toEqual({ ...start, date: '2026-11-24' })
})
