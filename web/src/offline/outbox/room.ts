import type { OutboxDeps } from './types.ts'
import { storeError } from './vault.ts'

/** So soon after the last time there is nothing more to give up, ms. */
const AGAIN_AFTER_MS = 60_000

/** Tries once more, after making room, what a full tablet could not store. */
export class Room {
  readonly #deps: Pick<OutboxDeps, 'clock' | 'makeRoom'>
  #madeAt: number | null = null

  constructor(deps: Pick<OutboxDeps, 'clock' | 'makeRoom'>) {
    this.#deps = deps
  }

  /** `store` leaves nothing behind when it fails. */
  async storing<T>(store: () => Promise<T>): Promise<T> {
    try {
      return await store()
    } catch (cause) {
      if (storeError(cause).code !== 'NO_SPACE' || !(await this.#make())) throw cause
      return await store()
    }
  }

  async #make(): Promise<boolean> {
    const { clock, makeRoom } = this.#deps
    const now = clock()
    // The clock may have been set back.
    const wasJustMade = this.#madeAt !== null && Math.abs(now - this.#madeAt) < AGAIN_AFTER_MS
    if (!makeRoom || wasJustMade) return false
    this.#madeAt = now
    return makeRoom().then(
      () => true,
      () => false,
    )
  }
}
