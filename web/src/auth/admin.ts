import type { RoleId } from '../api/wire'

const ADMIN_PATHS: readonly (readonly [string, RoleId])[] = [
  ['staff-account-instore-admin', 2],
  ['staff-account-pd-admin', 3],
  ['staff-account-coach-admin', 4],
]

/** The role a path asks for (spec §6), null where any will do. */
export function roleForPath(pathname: string): RoleId | null {
  return ADMIN_PATHS.find(([part]) => pathname.includes(part))?.[1] ?? null
}
