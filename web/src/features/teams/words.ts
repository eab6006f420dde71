// The words of teams: counts, statuses, and why an athlete cannot be booked, for staff and coaches.
import { shortDate } from '../../academy/civil-date'
import { REFUSAL_WORDS } from '../../academy/slot-words'
import type { CoachAccess, Member, RefusedMember } from './api'

/** What a coach may see of an athlete, in a word or two. */
export const ACCESS_WORD: Readonly<Record<CoachAccess, string>> = {
  asked: 'Waiting for a yes',
  accepted: 'Shares results',
  declined: 'Doesn’t share results',
}

/** Whether their test day is over, tested or not: a change of the team no longer affects them. */
export const isDone = ({ eventTestStatus }: Pick<Member, 'eventTestStatus'>): boolean =>
  eventTestStatus === 'completed' || eventTestStatus === 'dnt'

/** `10:00`, or `10:00 to 10:15` if the team is spread. */
export const timesText = ({ testTime, lastTime }: { testTime: string; lastTime: string }): string =>
  lastTime === testTime ? testTime : `${testTime} to ${lastTime}`

const REASONS: Readonly<Record<string, string>> = {
  // Said to a coach of an athlete who has not accepted them, whatever the reason: it may be the time alone.
  NOT_BOOKABLE: 'Can’t be booked at that time. Try another one, or ask them or the academy.',
  UNKNOWN_UAID: 'No athlete has this number.',
  DUPLICATE: 'Named twice.',
  BOOKING_OPEN_EXISTS: 'Has an open booking already.',
  SCREENING_REQUIRED: 'Has not answered the health screening yet.',
  SCREENING_EXPIRED: 'Has to answer the health screening again.',
  SCREENING_NOT_CLEARED: 'Has to talk to the academy first.',
  GUARDIAN_REQUIRED: 'A parent or guardian has to confirm first.',
  CONSENT_REQUIRED: 'Has not agreed to the terms yet.',
  HEALTH_CONSENT_REQUIRED: 'Has not given the health consent yet.',
  AGE_OUT_OF_RANGE: 'Is outside the ages that the programme is open to.',
  DATE_OF_BIRTH_REQUIRED: 'Has to give a date of birth first.',
  STATUS_CONFLICT: 'Is checked in already. The desk looks after this booking.',
}

const TIMES: Readonly<Partial<Record<string, { member: string | null }>>> = REFUSAL_WORDS

/** Why an athlete cannot be booked or removed. */
export function reasonText({ code, opensOn }: RefusedMember): string {
  if (opensOn) return `It is too soon for a retest: from ${shortDate(opensOn)}.`
  return REASONS[code] ?? TIMES[code]?.member ?? 'Cannot be booked at that time.'
}
