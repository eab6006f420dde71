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
export function wayIn({ pathname, hash, searchParams, origin }: URL): string | null {
  if (!OWN.test(pathname)) return null
  // Pages of an earlier version have it in the query.
  return safePath(new URLSearchParams(hash.slice(1)).get('to') ?? searchParams.get('to'), origin)
}

/** Pages that make no sense for somebody who has just signed in. */
const SIGN_IN = /^\/en-gb\/(?:login|sign-in-link|forgot-password|reset-password)\/?$/

/** The sign-in page, with where it leads. That is behind the `#`, since it may contain the secret of a link. */
export function signInPath(address: URL): string {
  const to = wayIn(address) ?? address.pathname + address.search + address.hash
  const { pathname } = new URL(to, address.origin)
  return `/en-gb/login${SIGN_IN.test(pathname) ? '' : `#callbackUrl=${encodeURIComponent(to)}`}`
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
