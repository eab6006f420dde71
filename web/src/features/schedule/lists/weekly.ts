// The weekly lists as sets of quarter hours: painted, read, compared.
import { counted } from '../../../academy/numbers'
import type { Answer } from '../../../api/contract'
import type { Weekday } from '../../../api/types'
import { clockOf, DAY_START, minutesOf, QUARTERS, STEP } from '../clock-time'

export type ListName = 'testSlots' | 'retestSlots'
export type Lists = Answer<'Weekly'>

export const LIST_NAMES: Readonly<Record<ListName, string>> = { testSlots: 'Tests', retestSlots: 'Retests' }

export const WEEK = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[]

/** A rectangle of the week: days and quarter hours from 0, both ends inside. */
export interface Area {
  days: readonly [number, number]
  quarters: readonly [number, number]
}

export interface Cell {
  day: number
  quarter: number
}

export const areaOf = (one: Cell, other: Cell): Area => ({
  days: [Math.min(one.day, other.day), Math.max(one.day, other.day)],
  quarters: [Math.min(one.quarter, other.quarter), Math.max(one.quarter, other.quarter)],
})

export const isInside = ({ days, quarters }: Area, { day, quarter }: Cell): boolean =>
  day >= days[0] && day <= days[1] && quarter >= quarters[0] && quarter <= quarters[1]

/** `14:15` of the quarter hour. */
export const timeOf = (quarter: number): string => clockOf(DAY_START + quarter * STEP)
const quarterOf = (time: string): number => (minutesOf(time) - DAY_START) / STEP

/** The quarter hours of one day's list. */
export const quartersOf = (times: readonly string[]): ReadonlySet<number> => new Set(times.map(quarterOf))

/** The lists with times added to or removed from some days. */
export function painted(
  lists: Lists,
  name: ListName,
  days: readonly Weekday[],
  quarters: readonly number[],
  on: boolean,
): Lists {
  const changed = { ...lists[name] }
  for (const day of days) {
    const set = new Set(quartersOf(changed[day]))
    for (const quarter of quarters) {
      if (quarter < 0 || quarter >= QUARTERS) continue
      if (on) set.add(quarter)
      else set.delete(quarter)
    }
    changed[day] = [...set].sort((a, b) => a - b).map(timeOf)
  }
  return { ...lists, [name]: changed }
}

/** The quarters of an hour that start in `[from, to)`, at an interval in minutes. */
export function every(from: number, to: number, minutes: number): number[] {
  const quarters: number[] = []
  for (let minute = from; minute < to; minute += minutes) quarters.push((minute - DAY_START) / STEP)
  return quarters
}

/** The first and the last of a day's times, and how many they are: `10:00–17:45, 32 times`. */
export function inWords(times: readonly string[]): string {
  if (times.length === 0) return 'No times'
  const quarters = [...quartersOf(times)]
  const [first, last] = [Math.min(...quarters), Math.max(...quarters)]
  return `${timeOf(first)}–${timeOf(last)}, ${counted(times.length, 'time')}`
}

/** The times that only the first of two lists has: `10:00, 13:00–13:45`; runs without a gap are joined. */
export function onlyIn(times: readonly string[], others: readonly string[]): string {
  const without = quartersOf(others)
  const runs: [number, number][] = []
  for (const quarter of [...quartersOf(times)].sort((a, b) => a - b)) {
    if (without.has(quarter)) continue
    const last = runs.at(-1)
    if (last && last[1] === quarter - 1) last[1] = quarter
    else runs.push([quarter, quarter])
  }
  return runs
    .map(([first, last]) => (first === last ? timeOf(first) : `${timeOf(first)}–${timeOf(last)}`))
    .join(', ')
}

/** The days of which two versions of the lists differ. */
export function differences(one: Lists, other: Lists): { name: ListName; day: Weekday }[] {
  return (['testSlots', 'retestSlots'] as const).flatMap((name) =>
    WEEK.filter((day) => [...one[name][day]].sort().join() !== [...other[name][day]].sort().join()).map(
      (day) => ({ name, day }),
    ),
  )
}

/** The days that were changed here since `read`, over the lists that are stored now. */
export function changesOver(stored: Lists, { read, mine }: { read: Lists; mine: Lists }): Lists {
  const merged = { testSlots: { ...stored.testSlots }, retestSlots: { ...stored.retestSlots } }
  for (const { name, day } of differences(read, mine)) merged[name][day] = mine[name][day]
  return merged
}

/** Whether the lists lose a time: only then can a booking be affected. */
export const takesOut = (before: Lists, after: Lists): boolean =>
  differences(before, after).some(({ name, day }) => {
    const left = quartersOf(after[name][day])
    return [...quartersOf(before[name][day])].some((quarter) => !left.has(quarter))
  })
