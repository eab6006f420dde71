// What a run of dates offers, read from the typed arrays that the module fills. Calls nothing.
import { dateOfDay, dayNumber } from './dates.ts'
import { type BookingType, type Refusal, refusals } from './generated/sixfold_wasm.js'

/** The quarter hours of a day, 09:00 to 23:45. */
export const QUARTERS_A_DAY = 60
const FIRST_MINUTE = 9 * 60
const ROW = 1 + QUARTERS_A_DAY
const UNLISTED = 255

/** The sixty times at which a test can start. */
export const SLOT_TIMES: readonly string[] = Array.from({ length: QUARTERS_A_DAY }, (_, index) => {
  const minutes = FIRST_MINUTE + index * 15
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
})
const INDEX_OF_TIME = new Map(SLOT_TIMES.map((time, index) => [time, index]))

/** Reasons by their number in a grid; 0 is none. */
const REASONS: readonly (Refusal | undefined)[] = [undefined, ...refusals()]

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** Who asks for slots, and when. */
export interface SlotQuery {
  nowMs: number
  bookingType: BookingType
  /** The date of the latest completed test. */
  lastCompleted?: string | null
  /** Lifts the calendar rules; for roles 3 and 4. */
  bypass?: boolean
}

/** One quarter hour of a day. */
export interface Slot {
  time: string
  /** Places left, whether or not they can be booked now. */
  remaining: number
  available: boolean
  reason?: Refusal
}

/** One date with its slots. */
export interface Day {
  date: string
  /** Whether at least one of its times can be booked but for fullness. */
  open: boolean
  reason?: Refusal
  slots: Slot[]
}

/** Places left, as the server counted them; a slot it did not name has its full capacity. */
export class Places {
  readonly #capacity: number
  readonly #days = new Map<number, Uint16Array>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Takes over the counts of availability days, of either booking type. */
  add(days: readonly { date: string; slots: readonly { time: string; remaining: number }[] }[]): this {
    for (const { date, slots } of days) {
      for (const { time, remaining } of slots) this.set(date, time, remaining)
    }
    return this
  }

  set(date: string, time: string, remaining: number): void {
    const index = INDEX_OF_TIME.get(time)
    if (index === undefined) return
    const day = dayNumber(date)
    let row = this.#days.get(day)
    if (!row) {
      row = new Uint16Array(QUARTERS_A_DAY).fill(this.#capacity)
      this.#days.set(day, row)
    }
    row[index] = remaining
  }

  /** Sixty counts for each date of a run; empty when every slot has its full capacity. */
  run(from: number, days: number): Uint16Array {
    if (this.#days.size === 0) return new Uint16Array(0)
    const run = new Uint16Array(days * QUARTERS_A_DAY).fill(this.#capacity)
    for (let index = 0; index < days; index++) {
      const row = this.#days.get(from + index)
      if (row) run.set(row, index * QUARTERS_A_DAY)
    }
    return run
  }
}

/** A run of dates with their slots, read from one typed array. */
export class SlotGrid {
  readonly #from: number
  readonly #cells: Uint8Array
  readonly #remaining: Uint16Array
  readonly #capacity: number
  /** How many dates it covers. */
  readonly days: number

  constructor(from: number, cells: Uint8Array, remaining: Uint16Array, capacity: number) {
    this.#from = from
    this.#cells = cells
    this.#remaining = remaining
    this.#capacity = capacity
    this.days = cells.length / ROW
  }

  date(index: number): string {
    return dateOfDay(this.#from + index)
  }

  /** The index of a date, or -1 outside the run. */
  indexOf(date: string): number {
    const index = dayNumber(date) - this.#from
    return index >= 0 && index < this.days ? index : -1
  }

  /** Whether at least one time of the date can be booked but for fullness. */
  dayOpen(index: number): boolean {
    return this.#cells[index * ROW] === 0
  }

  /** Why the date is not open. */
  dayReason(index: number): Refusal | undefined {
    return REASONS[this.#cells[index * ROW] ?? 0]
  }

  /** The date's listed times, in order. */
  slots(index: number): Slot[] {
    const slots: Slot[] = []
    const cells = this.#cells
    const row = index * ROW + 1
    const counted = this.#remaining.length > 0
    for (let quarter = 0; quarter < QUARTERS_A_DAY; quarter++) {
      const cell = cells[row + quarter] ?? UNLISTED
      if (cell === UNLISTED) continue
      const time = SLOT_TIMES[quarter] ?? ''
      const remaining = counted ? (this.#remaining[index * QUARTERS_A_DAY + quarter] ?? 0) : this.#capacity
      const reason = REASONS[cell]
      slots.push(
        reason === undefined
          ? { time, remaining, available: true }
          : { time, remaining, available: false, reason },
      )
    }
    return slots
  }

  /** How many times of the date can be booked now. */
  availableCount(index: number): number {
    let count = 0
    for (let cell = index * ROW + 1; cell < (index + 1) * ROW; cell++) if (this.#cells[cell] === 0) count++
    return count
  }

  /** Places left over all times of the date that can be booked now. */
  remainingPlaces(index: number): number {
    let places = 0
    for (let quarter = 0; quarter < QUARTERS_A_DAY; quarter++) {
      if (this.#cells[index * ROW + 1 + quarter] !== 0) continue
      places += this.#remaining.length
        ? (this.#remaining[index * QUARTERS_A_DAY + quarter] ?? 0)
        : this.#capacity
    }
    return places
  }

  day(index: number): Day {
    const reason = this.dayReason(index)
    const slots = this.slots(index)
    return reason === undefined
      ? { date: this.date(index), open: true, slots }
      : { date: this.date(index), open: false, reason, slots }
  }
}
