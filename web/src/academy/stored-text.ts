/** Reads what is stored about a person (RULES 9.7). */

/** The size of somebody who has stated none. */
export const DEFAULT_SIZE = 'M'

/** How the server shows a value that nobody has stated. */
export const NOT_STATED = 'N/A'

/** A stored text as a field shows it: empty if nothing is stated. */
export function storedText(value: string | null | undefined): string {
  const text = value?.trim() ?? ''
  return text.toUpperCase() === NOT_STATED ? '' : text
}
