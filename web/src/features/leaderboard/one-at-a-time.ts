// Lets only one leaderboard request run at once (RULES 8.9): the next one waits for its turn.

let last: Promise<unknown> = Promise.resolve()

/** Runs the work when everything that was asked for before has ended; what is no longer wanted does not run. */
export function oneAtATime<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const turn = last.then(() => {
    signal?.throwIfAborted()
    return work()
  })
  last = turn.catch(() => undefined)
  return turn
}
