/** As much of the Web Locks API as is used: one holder at a time, free again when it is done or gone. */
export function locksOfOneBrowser() {
  const held = new Set<string>()
  return {
    held,
    request: async (name: string, _: { ifAvailable: boolean }, act: (lock: unknown) => Promise<void>) => {
      if (held.has(name)) return act(null)
      held.add(name)
      try {
        await act({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}
