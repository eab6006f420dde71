/** When each booking was last seen with something unsent: a list requested before then may lack what was recorded here. */
export class UnsentBookings {
  readonly #openedAt: number
  readonly #seenAt = new Map<string, number>()
  #unsent: ReadonlySet<string> = new Set()

  /** Before `openedAt` nobody looked; all times are by the tablet's clock. */
  constructor(openedAt: number) {
    this.#openedAt = openedAt
  }

  update(unsent: ReadonlySet<string>, now: number): void {
    // Of a booking whose last entry has just been sent too: an entry may wait long between two lists.
    for (const id of [...this.#unsent, ...unsent]) this.#seenAt.set(id, now)
    this.#unsent = unsent
  }

  readonly lastSeen = (bookingId: string): number => this.#seenAt.get(bookingId) ?? this.#openedAt

  /** Whether a list that was requested then has all that was recorded here for the booking. */
  isCoveredBy(askedAt: number | null, bookingId: string): boolean {
    return askedAt !== null && askedAt >= this.lastSeen(bookingId) && !this.#unsent.has(bookingId)
  }
}
