// The quarter hours of a day, and how a list of them reads.

const FIRST_HOUR = 9
const LAST_HOUR = 23
const QUARTERS = [0, 15, 30, 45] as const

const pad = (value: number): string => String(value).padStart(2, '0')

/** The hours in which tests start, each with its quarter hours: 09:00 to 23:45 (spec §5). */
export const HOURS: readonly { hour: string; times: readonly string[] }[] = Array.from(
  { length: LAST_HOUR - FIRST_HOUR + 1 },
  (_, index) => {
    const hour = pad(FIRST_HOUR + index)
    return { hour: `${hour}:00`, times: QUARTERS.map((minute) => `${hour}:${pad(minute)}`) }
  },
)

const ALL = HOURS.flatMap(({ times }) => times)

/** The end of the quarter hour that begins at a time. */
const after = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = hour * 60 + minute + 15
  return total >= 24 * 60 ? '24:00' : `${pad(Math.floor(total / 60))}:${pad(total % 60)}`
}

/** Runs of quarter hours, as `10:00–13:00`: from the first start to the end of the last quarter. */
export function runs(times: readonly string[]): string[] {
  const chosen = new Set(times)
  const found: string[] = []
  let start: string | null = null
  ALL.forEach((time, index) => {
    if (!chosen.has(time)) return
    start ??= time
    const next = ALL[index + 1]
    if (next === undefined || !chosen.has(next)) {
      found.push(`${start}–${after(time)}`)
      start = null
    }
  })
  return found
}

/** A list with a time put in or taken out, in the order of the day. */
export function toggled(times: readonly string[], changed: readonly string[], on: boolean): string[] {
  const chosen = new Set(times)
  for (const time of changed) {
    if (on) chosen.add(time)
    else chosen.delete(time)
  }
  return ALL.filter((time) => chosen.has(time))
}
