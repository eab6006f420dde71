/** `fetch` on a network that lets nothing through: it ends only when it is given up. */
export const silentFetch: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const signal = init?.signal
    signal?.addEventListener('abort', () => reject(signal.reason as DOMException))
  })
