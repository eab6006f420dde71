// Where the page goes, and when it asks again.

/** The page's own address. The server also shows the page in place of any other. */
const OWN = /\/waiting-room\/?$/

/** A path of this site, or the home page: never another site's, and never this page again. */
export function safePath(to: string | null, origin: string): string {
  const home = '/en-gb/'
  // A browser reads a backslash as a slash.
  if (!to || !/^\/(?![/\\])/.test(to)) return home
  let url: URL
  try {
    url = new URL(to, origin)
  } catch {
    return home
  }
  if (url.origin !== origin || OWN.test(url.pathname)) return home
  return url.pathname + url.search + url.hash
}

/** Where to go once let in: null means to load the address that is shown. */
export function wayIn(address: URL): string | null {
  return OWN.test(address.pathname) ? safePath(address.searchParams.get('to'), address.origin) : null
}

const LEAST_S = 2
const MOST_S = 120

/**
 * Milliseconds until the next request: `pollSeconds` from the server, give or take a tenth so that a crowd does not come back
 * at once. It doubles with each of `failures` in a row, up to two minutes.
 */
export function pause(pollSeconds: number, failures: number, random: number): number {
  const usual = Math.min(MOST_S, Math.max(LEAST_S, pollSeconds))
  const backedOff = Math.min(MOST_S, usual * 2 ** Math.min(failures, 6))
  return backedOff * (0.9 + 0.2 * random) * 1000
}
