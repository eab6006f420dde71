// Scores as they are shown, rounded on their decimal text.
import { roundToHundredths, showHundredths } from './generated/sixfold_wasm.js'

/** A score as it is shown, always with two decimals; empty for no number. */
export function formatScore(value: string | number): string {
  const hundredths = roundToHundredths(String(value))
  return hundredths === undefined ? '' : showHundredths(hundredths)
}
