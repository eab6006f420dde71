import { queriesKnowing, renderQueried, screen, serve, within } from '../../../test/kit'
import { beforeEach, expect, it } from 'vitest'
import speed from '../../../../../content/items/test-speed.json'
import { configQuery } from '../../../api/queries'
import { TestGuide } from './TestGuide'

const PROTOCOL = {
  TestType: 'Speed',
  unit: 's',
  decimals: 3,
  zero: 5,
  hundred: 3,
  low: 2,
  high: 10,
  attempts: 4,
}

/** The guide to Speed, with these protocols in the settings. */
function show(...tests: object[]) {
  const elements = { tests: { elementType: 'reference', values: [speed] } }
  const item = { id: 'guide', name: '', typeId: 'test-guide', type: '', elements }
  const queries = queriesKnowing([configQuery().queryKey, { protocols: { version: 2, tests } }])
  renderQueried(<TestGuide item={item} />, queries)
}

const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const results = (unit: string) => {
  const row = screen.getByRole('rowheader', { name: unit }).parentElement as HTMLElement
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

beforeEach(() => void serve({}))

it('explains a test by the protocol in force', () => {
  show(PROTOCOL)
  expect([fact('Measured in'), fact('Attempts')]).toEqual(['seconds', '4'])
  expect(results('s')).toEqual(['5.00', '4.60', '4.20', '3.80', '3.40', '3.00'])
  screen.getByText('Points for Speed, measured in s; lower is better')
})

it('has other words than those of its item for another unit', () => {
  show({ ...PROTOCOL, unit: 'hits', decimals: 0, zero: 10, hundred: 60 })
  expect(fact('Measured in')).toBe('hits')
  expect(results('hits')).toEqual(['10', '20', '30', '40', '50', '60'])
  screen.getByText('Points for Speed, measured in hits')
})

it('explains it as its item says where the settings have no protocol', () => {
  show()
  expect([fact('Measured in'), fact('Attempts')]).toEqual(['seconds', '2'])
  expect(results('s')).toEqual(['4.20', '3.90', '3.60', '3.30', '3.00', '2.70'])
})
