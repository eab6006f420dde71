// Times of day as minutes since midnight, and their text in JSON and on screen.

/** A test can start every quarter hour (RULES 3.1). */
export const STEP = 15
/** The first start of a day (RULES 3.1). */
export const DAY_START = 9 * 60
/** The end of a day. */
export const DAY_END = 24 * 60
/** How many quarter hours the calendar draws. */
export const QUARTERS = (DAY_END - DAY_START) / STEP
/** The default length of a session. */
export const USUAL_LENGTH = 60

/** JSON has no 24:00: a session until the end of the day ends with its last minute. */
const LAST_MINUTE = '23:59'

const two = (value: number) => String(value).padStart(2, '0')

/** `14:15`; the end of the day is `24:00`. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** A session's start or end as in JSON. */
export const wireTime = (minutes: number): string => (minutes >= DAY_END ? LAST_MINUTE : clockOf(minutes))

/** Minutes from `HH:MM` as in JSON. */
export function minutesOf(time: string): number {
  if (time === LAST_MINUTE) return DAY_END
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The last quarter hour at or before a time. */
export const quarterBefore = (minutes: number): number => Math.floor(minutes / STEP) * STEP

export const nearestQuarter = (minutes: number): number => Math.round(minutes / STEP) * STEP

/** Limited to a range. */
export const held = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)

/** The quarter hours from one time to another as a select's options. */
export const quarterChoices = (from: number, to: number) =>
  Array.from({ length: (to - from) / STEP + 1 }, (_, index) => {
    const minutes = from + index * STEP
    return { value: String(minutes), label: clockOf(minutes) }
  })

/** `1 h 30 min`. */
export function lengthOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}
