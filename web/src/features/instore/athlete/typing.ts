// What a key of the number pad does to the typed value, and which measurements ask "Sure?".
import type { Protocol } from '../model'

export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back'

/** Digits before the point at most; the greatest plausible measurement has three. */
const WHOLE_MAX = 4

/** The value after a key was pressed. A key that would make no number of this unit does nothing. */
export function press(value: string, key: Key, decimals: number): string {
  if (key === 'back') return value.slice(0, -1)
  if (key === '.') {
    if (decimals === 0 || value.includes('.')) return value
    return value === '' ? '0.' : `${value}.`
  }
  const [whole = '', fraction] = value.split('.')
  if (fraction !== undefined) return fraction.length < decimals ? value + key : value
  if (whole === '0') return key
  return whole.length < WHOLE_MAX ? value + key : value
}

/** The share of the plausible range, at either end, that hardly anybody reaches. */
const EDGE = 0.08

/**
 * Whether a plausible measurement is worth a second look: near the edge of the plausible range, and past the mark on
 * that side, so that no ordinary result asks.
 */
export function isOutlier({ low, high, zero, hundred }: Protocol, raw: number): boolean {
  const edge = (high - low) * EDGE
  const [least, most] = zero < hundred ? [zero, hundred] : [hundred, zero]
  return raw < Math.min(low + edge, least) || raw > Math.max(high - edge, most)
}

/** The plausible range in words: `5–120 cm`, `level 1–21`. */
export const rangeText = ({ low, high, unit }: Protocol): string =>
  unit === 'level' ? `level ${low}–${high}` : `${low}–${high} ${unit}`

/** `1 entry is`, `12 entries are`. */
export const entries = (count: number): string => (count === 1 ? '1 entry is' : `${count} entries are`)
