/** Always with two decimals; a dash if there are none. */
export const points = (score: number | null | undefined): string => score?.toFixed(2) ?? '–'

/** A difference in points: `+2.30`, `−1.05`; empty where there is none. Compared in hundredths, as scores are. */
export function pointsDifference(now: number, from: number): string {
  const hundredths = Math.round(now * 100) - Math.round(from * 100)
  if (hundredths === 0) return ''
  return `${hundredths > 0 ? '+' : '−'}${(Math.abs(hundredths) / 100).toFixed(2)}`
}

const WHOLE = new Intl.NumberFormat('en-GB')

/** `1,204`. */
export const wholeNumber = (value: number): string => WHOLE.format(value)

/** `1 athlete`, `1,204 athletes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`
