// The details of a refused team.
import type { ApiFailure } from '../../api/client/failure'
import type { CurrentTeam, RefusedMember } from './api'

/** Who cannot be booked or removed, each with a code. */
export function refusedOf(error: ApiFailure | null): readonly RefusedMember[] {
  const members = error?.details?.members
  return error?.errorCode === 'TEAM_MEMBERS' && Array.isArray(members) ? (members as RefusedMember[]) : []
}

/** How many places are left, if the team needs more. */
export function placesOf(error: ApiFailure | null): { remaining: number; needed: number } | null {
  if (error?.errorCode !== 'TEAM_TOO_LARGE') return null
  return { remaining: Number(error.details?.remaining ?? 0), needed: Number(error.details?.needed ?? 0) }
}

/** The team as somebody else has saved it. */
export function currentOf(error: ApiFailure | null): CurrentTeam | null {
  return error?.errorCode === 'TEAM_CHANGED' ? ((error.details?.current ?? null) as CurrentTeam | null) : null
}
