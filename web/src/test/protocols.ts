import type { Protocol } from '@sixfold/domain'

/** The sprint: a smaller measurement is better. */
export const SPEED: Protocol = {
  TestType: 'Speed',
  unit: 's',
  decimals: 3,
  zero: 4.2,
  hundred: 2.7,
  low: 2,
  high: 10,
  attempts: 2,
}
