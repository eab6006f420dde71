/** Decimals at least and at most, by unit; what the desk types is never cut. */
const DECIMALS: Record<string, readonly [number, number]> = {
  hits: [0, 0],
  level: [1, 1],
  cm: [1, 2],
  'N/kg': [1, 2],
  s: [2, 3],
}

/** Made once for each unit: making one takes longer than many numbers. */
const FORMATS = new Map<string, Intl.NumberFormat>()

function formatOf(unit: string): Intl.NumberFormat {
  const known = FORMATS.get(unit)
  if (known) return known
  const [least, most] = DECIMALS[unit] ?? [0, 3]
  const made = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: false,
  })
  FORMATS.set(unit, made)
  return made
}

/** A measurement without its unit: `64.5`. */
export const measureNumber = (score: number, unit: string): string => formatOf(unit).format(score)

/** Measurements with their unit: `3.24 · 3.00 s`. */
export function measuresText(scores: readonly number[], unit: string): string {
  const text = scores.map((score) => measureNumber(score, unit)).join(' · ')
  return unit === 'level' ? `level ${text}` : `${text} ${unit}`
}

/** A measurement with its unit: `64.5 cm`, `level 9.4`. */
export const measureText = (score: number, unit: string): string => measuresText([score], unit)

/** Measurements as typed, as numbers: null for a text that is not one. A comma is read as a point; empty texts are left out. */
export const measured = (texts: readonly string[]): (number | null)[] =>
  texts
    .map((text) => text.trim().replace(',', '.'))
    .filter((text) => text !== '')
    .map((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null))
