import type { ComponentType } from 'react'
import { AgilityArt } from './tests/AgilityArt'
import { CognitiveArt } from './tests/CognitiveArt'
import { EnduranceArt } from './tests/EnduranceArt'
import { PowerArt } from './tests/PowerArt'
import { SpeedArt } from './tests/SpeedArt'
import { StrengthArt } from './tests/StrengthArt'

/** The six tests, in the order of the hexagon's corners, clockwise from the top. */
export const TEST_TYPES = ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance'] as const

export type TestType = (typeof TEST_TYPES)[number]

const DRAWINGS: Record<TestType, ComponentType<{ className?: string }>> = {
  Cognitive: CognitiveArt,
  Strength: StrengthArt,
  Power: PowerArt,
  Speed: SpeedArt,
  Agility: AgilityArt,
  Endurance: EnduranceArt,
}

export function isTestType(name: string): name is TestType {
  return (TEST_TYPES as readonly string[]).includes(name)
}

/** The drawing of a test. Decorative: its name is beside it as text. */
export function TestArt({ test, ...rest }: { test: TestType; className?: string }) {
  const Drawing = DRAWINGS[test]
  return <Drawing {...rest} />
}
