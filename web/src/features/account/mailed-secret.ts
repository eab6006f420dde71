// What a mailed link carries behind its `#`. It leaves the address at once, so that no list of visited pages, bookmark or
// Referer has it, and stays with the entry of the tab's history, so that a reload and Back still find it.

interface EntryState {
  mailed?: unknown
}

const state = () => window.history.state as EntryState | null

export function moveToEntry(secret: unknown): void {
  const { pathname, search } = window.location
  const rest = new URLSearchParams(search)
  // Where older letters have it.
  rest.delete('token')
  const query = rest.toString()
  window.history.replaceState({ ...state(), mailed: secret }, '', pathname + (query && `?${query}`))
}

/** What this page's link carried before it was reloaded or left. */
export const ofEntry = (): unknown => state()?.mailed ?? null
