// How a test is scored, for its explanation: by the protocol in force, where there is none as the test's item says.
import type { Protocol } from '@sixfold/domain'
import { numberOf, textOf, toggleOf, type Elements } from './content-item'

interface TestFacts {
  unit: string
  /** The unit in words. */
  unitName: string
  attempts: number | null
  /** The measurements worth 0 and 100 points; null unless both are known. */
  marks: { zero: number; hundred: number } | null
  decimals: number
  lowerIsBetter: boolean
}

export function testFacts(elements: Elements, protocol: Protocol | undefined): TestFacts {
  const ownUnit = textOf(elements, 'unit')
  const unit = protocol?.unit ?? ownUnit
  const zero = protocol?.zero ?? numberOf(elements, 'zeroMark')
  const hundred = protocol?.hundred ?? numberOf(elements, 'hundredMark')
  // The words of an item about another unit are wrong.
  const isOwnUnit = unit === ownUnit
  return {
    unit,
    unitName: isOwnUnit ? textOf(elements, 'unitName') : unit,
    attempts: protocol?.attempts ?? numberOf(elements, 'attempts'),
    marks: zero !== null && hundred !== null ? { zero, hundred } : null,
    decimals: (isOwnUnit ? numberOf(elements, 'decimals') : null) ?? protocol?.decimals ?? 0,
    lowerIsBetter: protocol ? protocol.hundred < protocol.zero : toggleOf(elements, 'lowerIsBetter'),
  }
}
