import type { RoleId } from '../api/types'

const ADMIN_PATHS: readonly (readonly [string, readonly RoleId[]])[] = [
  ['staff-account-instore-admin', [2]],
  ['staff-account-pd-admin', [3]],
  ['staff-account-coach-admin', [4]],
  ['staff-account-reveal', [2, 3]],
]

/** The roles that a path needs (RULES 9.2), null if any will do. */
export function rolesForPath(pathname: string): readonly RoleId[] | null {
  return ADMIN_PATHS.find(([part]) => pathname.includes(part))?.[1] ?? null
}

/** The tablets' area: it works without a network too, so its page checks the session itself. */
export const isTabletPath = (pathname: string): boolean => pathname.includes('staff-account-instore-admin')
