// A booking session config, compiled in the module and asked by pages.
import { dateOfDay, dayNumber } from './dates.ts'
import { CompiledSchedule, type BookingSessionConfig as SparseConfig } from './generated/sixfold_wasm.js'
import { type Day, type Places, SlotGrid, type SlotQuery } from './grid.ts'

/** What staff set about booking, as the server sends it: nothing left to a default, openings only if there are any. */
export type BookingSessionConfig = Required<Omit<SparseConfig, 'openings'>> & Pick<SparseConfig, 'openings'>

/** The weekdays, Monday first. */
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
/** The parts of the day: before 12:00, before 17:00, from then on. */
export const PARTS_OF_DAY = ['ANY', 'MORNING', 'AFTERNOON', 'EVENING'] as const

/** The times that somebody would take. */
export interface Wanted {
  days: readonly (typeof WEEKDAYS)[number][]
  part: (typeof PARTS_OF_DAY)[number]
  /** The last date. */
  until: string
}

/** A booking session config, compiled once and asked often. */
export class Schedule {
  readonly #compiled: CompiledSchedule
  readonly #capacity: number

  /** Throws for a config that the server could not have saved; `checkSchedule` returns the reason as a value. */
  constructor(config: BookingSessionConfig) {
    this.#compiled = new CompiledSchedule(config)
    this.#capacity = config.slotCapacity
  }

  /** A run of dates from `from` on; throws RangeError for a date or an instant that does not exist. */
  grid(query: SlotQuery, from: string, days: number, places?: Places): SlotGrid {
    const first = dayNumber(from)
    if (Number.isNaN(first)) throw new RangeError(`not a date: ${from}`)
    const remaining = places?.run(first, days) ?? new Uint16Array(0)
    const cells = this.#compiled.grid(
      query.nowMs,
      query.bookingType === 'retest',
      completedDay(query),
      query.bypass ?? false,
      first,
      days,
      remaining,
    )
    if (!cells) throw new RangeError(`not an instant: ${query.nowMs}`)
    return new SlotGrid(first, cells, remaining, this.#capacity)
  }

  /** One date with its slots. */
  day(query: SlotQuery, date: string, places?: Places): Day {
    return this.grid(query, date, 1, places).day(0)
  }

  /** The earliest time that can be booked and that somebody would take, or null if there is none. */
  earliest(query: SlotQuery, places: Places, wanted?: Wanted): { date: string; time: string } | null {
    const first = dayNumber(this.firstDate(query) ?? '')
    if (Number.isNaN(first)) return null
    const last = dayNumber(this.lastDate(query))
    const found = this.#compiled.earliest(
      query.nowMs,
      query.bookingType === 'retest',
      completedDay(query),
      first,
      places.run(first, last - first + 1),
      wanted?.days.reduce((bits, day) => bits | (1 << WEEKDAYS.indexOf(day)), 0) ?? 127,
      wanted ? PARTS_OF_DAY.indexOf(wanted.part) : 0,
      wanted ? dayNumber(wanted.until) : last,
    )
    if (found === undefined) return null
    const [date = '', clock = ''] = new Date(found * 60_000).toISOString().split('T')
    return { date, time: clock.slice(0, 5) }
  }

  /** The first bookable date, or null when nothing in the window offers a time. */
  firstDate(query: SlotQuery): string | null {
    const day = this.#compiled.firstDate(query.nowMs, query.bookingType === 'retest', query.bypass ?? false)
    return day === undefined ? null : dateOfDay(day)
  }

  /** The last bookable date. */
  lastDate(query: SlotQuery): string {
    const day = this.#compiled.lastDate(query.nowMs)
    if (day === undefined) throw new RangeError(`not an instant: ${query.nowMs}`)
    return dateOfDay(day)
  }

  /** Why a date and time, as typed, cannot be booked with that many places left; null when they can. */
  check(query: SlotQuery, date: string, time: string, remaining: number) {
    return (
      this.#compiled.check(
        query.nowMs,
        query.bookingType === 'retest',
        completedDay(query),
        query.bypass ?? false,
        date,
        time,
        remaining,
      ) ?? null
    )
  }

  /** Gives the module's memory back. */
  free(): void {
    this.#compiled.free()
  }
}

function completedDay(query: SlotQuery): number | undefined {
  if (!query.lastCompleted) return undefined
  const day = dayNumber(query.lastCompleted)
  return Number.isNaN(day) ? undefined : day
}
