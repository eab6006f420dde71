// Chance by seed: the same seed makes the same plans and the same troubles.

/** Numbers from 0 to below 1 (mulberry32). */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number below `count`. */
export const below = (random: Random, count: number): number => Math.floor(random() * count)

export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[below(random, from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
