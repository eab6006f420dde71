import type { RoleId } from '../../../api/types'
import { localised, paths } from '../../../paths'
import { readQuery } from '../../../state/address'

/** Pages that make no sense for somebody who has just signed in. */
const SIGNED_OUT_PAGES = new Set([paths.login(), paths.forgotPassword(), paths.resetPassword()])

/** Where a role starts: staff in their area, an athlete on the athlete page. */
const AREA: Readonly<Record<RoleId, string>> = {
  1: paths.myAccount(),
  2: paths.instoreAdmin(),
  3: paths.deliveryAdmin(),
  4: paths.coachAdmin(),
}

/** Where an address says to go afterwards: behind its `#`, or in its query. */
export const callbackUrlIn = ({ searchStr, hash }: { searchStr: string; hash: string }): string | undefined =>
  readQuery(hash).callbackUrl ?? readQuery(searchStr).callbackUrl

/**
 * Where to go after signing in: `callbackUrl` if it is a page of this origin, else where the role starts. Another
 * origin or scheme, or an invalid address, is never followed.
 */
export function afterSignIn(callbackUrl: unknown, origin: string, role: RoleId = 1): string {
  const fallback = AREA[role]
  if (typeof callbackUrl !== 'string' || callbackUrl === '') return fallback
  let url: URL
  try {
    url = new URL(callbackUrl, origin)
  } catch {
    return fallback
  }
  if (url.origin !== origin || url.pathname.startsWith('/api/')) return fallback
  const path = localised(url.pathname)
  return SIGNED_OUT_PAGES.has(path) ? fallback : `${path}${url.search}${url.hash}`
}
