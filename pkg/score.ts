// Scores: rounding and showing, on their decimal text.
import { roundToHundredths, showHundredths } from './generated/sixfold_wasm.js'

/** A score with at most two decimals, rounded half away from zero on its decimal text; null for no number. */
export function roundScore(value: string | number): number | null {
  const hundredths = roundToHundredths(String(value))
  return hundredths === undefined ? null : hundredths / 100
}

/** A score as it is shown, always with two decimals; empty for no number. */
export function formatScore(value: string | number): string {
  const hundredths = roundToHundredths(String(value))
  return hundredths === undefined ? '' : showHundredths(hundredths)
}
