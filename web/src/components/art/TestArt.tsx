import type { ComponentType } from 'react'
import { AgilityArt } from './tests/AgilityArt'
import { CognitiveArt } from './tests/CognitiveArt'
import { EnduranceArt } from './tests/EnduranceArt'
import { PowerArt } from './tests/PowerArt'
import { SpeedArt } from './tests/SpeedArt'
import { StrengthArt } from './tests/StrengthArt'
import type { TestType } from './test-types'

const DRAWINGS: Record<TestType, ComponentType<{ className?: string }>> = {
  Cognitive: CognitiveArt,
  Strength: StrengthArt,
  Power: PowerArt,
  Speed: SpeedArt,
  Agility: AgilityArt,
  Endurance: EnduranceArt,
}

/** The drawing of a test. Decorative: its name is beside it as text. */
export function TestArt({ test, ...rest }: { test: TestType; className?: string }) {
  const Drawing = DRAWINGS[test]
  return <Drawing {...rest} />
}
