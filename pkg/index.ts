/**
 * The rules of Sixfold in the browser: the generated WebAssembly module, given a readable shape.
 *
 * Dates are `YYYY-MM-DD`, times `HH:MM`, instants milliseconds since 1970. Nothing is decided here.
 */
import {
  CompiledSchedule,
  bookingRefusal,
  cancelRefusal,
  eligibilityOf,
  londonText,
  normaliseUaidText,
  profileErrors,
  readHistory,
  refusals,
  registrationErrors,
  retestBlockedUntil,
  roundToHundredths,
  seasonError,
  seasonNumber,
  showHundredths,
  statusMoveExists,
} from './generated/sixfold_wasm.js'
import type {
  BookingSessionConfig as SparseConfig,
  BookingStatus,
  BookingType,
  Checked,
  EligibilityAnswers,
  EligibilityCheck,
  FieldError,
  HistoryEntry,
  ProfileInput,
  Refusal,
  RuleError,
  Season,
} from './generated/sixfold_wasm.js'

export * from './generated/sixfold_wasm.js'

/** What staff set about booking, as the server sends it: nothing left to a default. */
export type BookingSessionConfig = Required<SparseConfig>

const DAY_MS = 86_400_000
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

/** Days since 1970 of a date that the product itself wrote; NaN for a text that is no date. */
export function dayNumber(date: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN
}

/** The date of a number of days since 1970. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The date some days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
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

/** A booking session config, compiled once and asked often. */
export class Schedule {
  readonly #compiled: CompiledSchedule
  readonly #capacity: number

  /** Throws for a config that the server could not have saved; `checkSchedule` tells why as a value. */
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

/** A person's number as the product writes it; null for an empty one, zero, or what is no number. */
export function normaliseUaid(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return normaliseUaidText(String(value)) ?? null
}

/** A score with at most two decimals, rounded half away from zero on its decimal text; null for no number. */
export function roundScore(value: string | number): number | null {
  const hundredths = roundToHundredths(String(value))
  return hundredths === undefined ? null : hundredths / 100
}

/** A score as it is shown, always with two decimals; empty for no number. */
export function formatScore(value: string | number): string {
  const hundredths = roundToHundredths(String(value))
  return hundredths === undefined ? '' : showHundredths(hundredths)
}

/** What is wrong with a change to a profile; nothing when `errors` is empty. */
export function checkProfile(input: ProfileInput, nowMs: number): { errors: FieldError[] } {
  return { errors: profileErrors(input, nowMs) }
}

/** What is wrong with a first profile: names must be there and the age limits hold. */
export function checkRegistration(input: ProfileInput, nowMs: number): { errors: FieldError[] } {
  return { errors: registrationErrors(input, nowMs) }
}

/** Checks the answers of somebody who wants to register. */
export function checkEligibility(
  answers: EligibilityAnswers,
  dateOfBirth: string,
  nowMs: number,
): EligibilityCheck {
  const { ageRange, consent, healthConsent, guardianEmail, PARQ } = answers
  const bits = PARQ.reduce((sum, yes, question) => sum + (yes ? 2 ** question : 0), 0)
  return eligibilityOf(ageRange, consent, healthConsent, guardianEmail, bits, dateOfBirth, nowMs)
}

/** What is known of somebody's eligibility. */
export interface EligibilityRecord {
  dateOfBirth: string
  consent: boolean
  healthConsent: boolean
  screenedOn: string | null
  anyYes: boolean
  clearanceExpires: string | null
  guardianConfirmed: boolean
}

/** Why somebody may not book by self-service, or with `assistance` ask for help; null when they may. */
export function mayBook(record: EligibilityRecord, assistance: boolean, nowMs: number): string | null {
  return (
    bookingRefusal(
      record.consent,
      record.healthConsent,
      record.screenedOn,
      record.anyYes,
      record.clearanceExpires,
      record.guardianConfirmed,
      record.dateOfBirth,
      assistance,
      nowMs,
    ) ?? null
  )
}

/** Why a booking cannot be called off now; null when it can. */
export function cancelAllowed(
  booking: { status: BookingStatus; date: string | null; time: string | null },
  cutoffMinutes: number,
  byStaff: boolean,
  nowMs: number,
): string | null {
  const { status, date, time } = booking
  return cancelRefusal(status, date ?? '', time ?? '', cutoffMinutes, byStaff, nowMs) ?? null
}

/** What is wrong with a list of seasons; null for a valid table. */
export function checkSeasons(seasons: readonly Season[]): RuleError | null {
  return seasonError([...seasons]) ?? null
}

/** The season that a date lies in, or null. */
export function seasonOn(seasons: readonly Season[], date: string): Season | null {
  const number = seasonNumber([...seasons], date, false)
  return seasons.find(({ season }) => season === number) ?? null
}

/** The season that a screen shows on a date: the one it lies in, else the latest begun, else season 1. */
export function seasonShown(seasons: readonly Season[], date: string): Season | null {
  const number = seasonNumber([...seasons], date, true)
  return seasons.find(({ season }) => season === number) ?? null
}

/** London's date and time at an instant; throws RangeError outside the years 1 to 9999. */
export function londonNow(nowMs: number): { date: string; time: string } {
  const [date, time] = (londonText(nowMs) ?? '').split(' ')
  if (!date || !time) throw new RangeError(`not an instant: ${nowMs}`)
  return { date, time }
}

function history(entries: readonly HistoryEntry[]) {
  const read: Checked<{ bookingType: BookingType; lastCompleted: string | null }> = readHistory([...entries])
  if (!read.ok) throw new TypeError(read.error.message)
  return read.value
}

/** The type of the next booking after a history. */
export function bookingType(entries: readonly HistoryEntry[]): BookingType {
  return history(entries).bookingType
}

/** The date of the latest completed test of any season, or null. */
export function lastCompleted(entries: readonly HistoryEntry[]): string | null {
  return history(entries).lastCompleted
}

/** Whether the retest rule lets an athlete book on `today`, and if not the day it opens. */
export function retestEligibility(
  entries: readonly HistoryEntry[],
  retestDelay: number,
  today: string,
): { allowed: true } | { allowed: false; reason: 'RETEST_TOO_SOON'; opensOn: string } {
  const completed = lastCompleted(entries)
  const day = completed === null ? undefined : dayNumber(completed)
  const opensOn = retestBlockedUntil(day, retestDelay, dayNumber(today))
  if (opensOn === undefined) return { allowed: true }
  return { allowed: false, reason: 'RETEST_TOO_SOON', opensOn: dateOfDay(opensOn) }
}

/** Whether a booking (null: not made yet) can take a status. */
export function statusMoveAllowed(from: BookingStatus | null, to: BookingStatus): boolean {
  return statusMoveExists(from, to)
}
