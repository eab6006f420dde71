/** The month calendar as data: its weeks, and where each key of the ARIA date grid pattern moves the focus. */

import {
  addDays,
  addMonths,
  clampDate,
  firstOfMonth,
  lastOfMonth,
  weekdayIndex,
  type CivilDate,
  type CivilMonth,
} from './civil-date'

/** One cell: a date of the month, or null where the week belongs to a neighbour. */
export type Cell = CivilDate | null

/** The weeks of a month, Monday first, seven cells each. */
export function monthWeeks(month: CivilMonth): Cell[][] {
  const first = firstOfMonth(month)
  const last = lastOfMonth(month)
  const weeks: Cell[][] = []
  for (let monday = addDays(first, -weekdayIndex(first)); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, offset) => {
        const date = addDays(monday, offset)
        return date < first || date > last ? null : date
      }),
    )
  }
  return weeks
}

export interface DateBounds {
  first: CivilDate
  last: CivilDate
}

export interface GridKey {
  key: string
  shiftKey?: boolean
}

function target(date: CivilDate, { key, shiftKey }: GridKey): CivilDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayIndex(date))
    case 'End':
      return addDays(date, 6 - weekdayIndex(date))
    case 'PageUp':
      return addMonths(date, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(date, shiftKey ? 12 : 1)
    default:
      return null
  }
}

/**
 * The date a key moves the focus to, kept within the calendar's bounds; null if the key is not one of the grid's. A
 * weekly step that would leave the bounds does not move, so that the focus keeps its column.
 */
export function moveFocus(date: CivilDate, pressed: GridKey, bounds: DateBounds): CivilDate | null {
  const to = target(date, pressed)
  if (to === null) return null
  const vertical = pressed.key === 'ArrowUp' || pressed.key === 'ArrowDown'
  if (vertical && (to < bounds.first || to > bounds.last)) return date
  return clampDate(to, bounds.first, bounds.last)
}
