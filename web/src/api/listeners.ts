/** Functions that are called at every change of something. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Calls `listener` at every change; returns the unsubscribe function. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(): void {
    this.#all.forEach((listener) => listener())
  }

  clear(): void {
    this.#all.clear()
  }
}
