/**
 * The `Idempotency-Key` of one act. A retry of the same body keeps its key, so that a booking whose answer was lost is
 * not made twice; once the server has answered, the next try is a new act, for its answers are remembered.
 */
export class KeyRing {
  readonly #make: () => string
  #kept: { body: string; key: string } | null = null

  constructor(make: () => string) {
    this.#make = make
  }

  keyFor(body: unknown): string {
    const text = JSON.stringify(body)
    if (this.#kept?.body !== text) this.#kept = { body: text, key: this.#make() }
    return this.#kept.key
  }

  /** The server answered with this status; 0 for no answer. */
  answered(status: number): void {
    const remembered = (status >= 200 && status < 300) || status === 409 || status === 422
    if (remembered) this.#kept = null
  }
}
