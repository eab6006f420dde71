/** How measurements are written. */

/** Decimals at least and at most, by unit; what the desk types is never cut. */
const DECIMALS: Record<string, readonly [number, number]> = {
  hits: [0, 0],
  level: [1, 1],
  cm: [1, 2],
  'N/kg': [1, 2],
  s: [2, 3],
}

/** A measurement without its unit: `64.5`. */
export function measureNumber(score: number, unit: string): string {
  const [least, most] = DECIMALS[unit] ?? [0, 3]
  return new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: false,
  }).format(score)
}

/** A measurement with its unit: `64.5 cm`, `level 9.4`. */
export function measureText(score: number, unit: string): string {
  const text = measureNumber(score, unit)
  return unit === 'level' ? `level ${text}` : `${text} ${unit}`
}
