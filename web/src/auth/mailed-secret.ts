// What a mailed link carries behind its `#`. It leaves the address at once, so that no list of visited pages, bookmark or
// Referer has it, and stays with the entry of the tab's history, so that a reload and Back still find it.

interface EntryState {
  mailed?: unknown
}

const state = () => window.history.state as EntryState | null

/** `hash` is what is behind the `#`, with it. */
export function moveToEntry(hash: string): void {
  const { pathname, search } = window.location
  const rest = new URLSearchParams(search)
  // Where older letters have it.
  rest.delete('token')
  const query = rest.toString()
  window.history.replaceState({ ...state(), mailed: hash }, '', pathname + (query && `?${query}`))
}

/** The hash of this page's link, before it was reloaded or left; empty without one. */
export function ofEntry(): string {
  const mailed = state()?.mailed
  if (typeof mailed !== 'string' || mailed === '') return ''
  // The version before kept the token itself.
  return mailed.startsWith('#') ? mailed : `#token=${encodeURIComponent(mailed)}`
}
