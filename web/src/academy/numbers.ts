/** How points and counts are written. */

/** Always with two decimals; a dash if there are none. */
export const points = (score: number | null | undefined): string => score?.toFixed(2) ?? '–'

const WHOLE = new Intl.NumberFormat('en-GB')

/** `1,204`. */
export const wholeNumber = (value: number): string => WHOLE.format(value)

/** `1 athlete`, `1,204 athletes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`
