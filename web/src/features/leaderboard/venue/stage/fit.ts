// How many rows a screen shows: as many of the fifteen as can be read from the back of the hall.

/** Under this a row cannot be read at ten metres, px of a screen of a thousand lines. */
const LEAST_ROW_PX = 56
const MOST = 15
const LEAST = 10

/** How many people a list of this height shows, the first of them above or beside it. */
export function rowsFor(heightPx: number): number {
  const listed = Math.floor(heightPx / LEAST_ROW_PX)
  return Math.min(MOST, Math.max(LEAST, listed + 1))
}
