/** How long a refusal waits for its sentence; without it the server's own is shown, or one for its status. */
const PATIENCE_MS = 2000

/** Loads the sentences of every refusal; never fails. */
export const loadSentences = (): Promise<unknown> =>
  Promise.race([
    import('./errors').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
