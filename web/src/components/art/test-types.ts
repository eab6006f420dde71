/** The six tests, in the order of the hexagon's corners, clockwise from the top. */
export const TEST_TYPES = ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance'] as const

export type TestType = (typeof TEST_TYPES)[number]

export function isTestType(name: string): name is TestType {
  return (TEST_TYPES as readonly string[]).includes(name)
}
