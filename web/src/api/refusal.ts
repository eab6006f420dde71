/**
 * What a refused write says beside its code and message, by the code: the OpenAPI document leaves these fields open, and
 * `server/src/routes/error_codes.rs` names them.
 */
import { ApiFailure } from './client/failure'
import type { Answer } from './contract'
import type { ScheduleItem, StaffProfile } from './types'

export interface RefusalDetails {
  BOOKINGS_HIT: { bookings: Answer<'HitBooking'>[] }
  CONTENT_CHANGED: { current: Answer<'Item'>; savedBy: string | null }
  CONTENT_INVALID: { problems: Answer<'ContentProblem'>[] }
  CONTENT_IN_USE: { usedBy: Answer<'Named'>[] }
  CONTENT_MALFORMED: { problems: Answer<'ContentProblem'>[] }
  EVENT_CHANGED: { current: Answer<'EventInfo'> }
  PROFILE_CHANGED: { current: StaffProfile }
  PROTOCOL_CHANGED: { current: Answer<'ProtocolSet'> }
  SCHEDULE_CHANGED: { current: ScheduleItem }
  SESSION_OVERLAP: { with: Pick<Answer<'ScheduleSession'>, 'id' | 'date' | 'start' | 'end'> }
  SETTINGS_CHANGED: { current: Answer<'SettingsAnswer'> }
  STATUS_CONFLICT: { checkedIn?: boolean }
  TEAM_CHANGED: { current: Answer<'TeamView'> & { uaids: string[] } }
  TEAM_MEMBERS: { members: { uaid: string; code: string; opensOn?: string }[] }
  TEAM_TOO_LARGE: { remaining: number; needed: number }
  TEST_CLOSED: { current: Answer<'RecordedTest'> }
}

/** The details of a refusal with this code; null for every other failure. */
export const detailsOf = <Code extends keyof RefusalDetails>(
  failure: unknown,
  code: Code,
): RefusalDetails[Code] | null =>
  failure instanceof ApiFailure && failure.errorCode === code
    ? (failure.details as RefusalDetails[Code] | null)
    : null
