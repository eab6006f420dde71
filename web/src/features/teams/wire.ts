// What coaches and programme delivery ask of teams: lists, who is in one, writing one whole, and the people for it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, newKey } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { BookingType, UserProfile } from '../../api/wire'
import type { CivilDate } from '../../academy/civil-date'

/** A team as the lists show it. */
export interface Team {
  teamBookingId: string
  teamName: string
  eventId: string
  testDate: CivilDate
  /** `HH:MM`, the first athlete's. */
  testTime: string
  /** `HH:MM`, the last athlete's. */
  lastTime: string
  coachUaid: string | null
  /** Empty without a coach. */
  coachName: string
  members: number
  /** Of them, with a final. */
  completed: number
  /** Rises with every edit. */
  rev: number
}

export interface Teams {
  teams: Team[]
  more: boolean
}

/** Whether an athlete lets a coach see more than a name. */
export type CoachAccess = 'asked' | 'accepted' | 'declined'

/**
 * An athlete of a team, by their booking in it; nothing of anybody's health. To a coach whom they do not let see more,
 * address, code, type and size are empty and the last name is an initial.
 */
export interface Member {
  uaid: string
  firstName: string
  lastName: string
  emailAddress: string
  eventBookingId: string
  eventTestCode: string
  testDate: string
  testTime: string
  eventTestStatus: 'booked' | 'assistance' | 'completed' | 'dnt'
  eventTestType: BookingType | ''
  tShirtSize: string
  score: number | null
  /** Null without a coach. */
  coachAccess: CoachAccess | null
  ageGroup?: string
}

/** A new team, or what a change leaves of one: who is not named any more is called off. */
export interface TeamWish {
  teamBookingId?: string
  teamName: string
  testDate: CivilDate
  testTime: string
  uaids: string[]
  /** Whose team it is; as it was when absent. */
  coachUaid?: string
  /** Nobody's from now on: programme delivery looks after it. */
  noCoach?: boolean
  rev?: number
  bypassBookingRule?: boolean
}

/** Who cannot be booked, and the word why. */
export interface Refused {
  uaid: string
  code: string
  /** The first day of a retest. */
  opensOn?: CivilDate
}

/** The team as somebody else has saved it: `error.current`. */
export interface CurrentTeam extends Team {
  uaids: string[]
}

export interface Coach {
  uaid: string
  firstName: string
  lastName: string
  emailAddress: string
  teams: number
  upcoming: number
}

/** A person as a search gives them; the address is empty for a coach. */
export interface Found {
  uaid: string
  firstName: string
  lastName: string
  emailAddress: string
  bookingDate: string
  bookingTime: string
  eventTestStatus: string | null
  /** For a coach, of their own people. */
  coachAccess?: CoachAccess
  /** For a coach, of somebody else: whether they can be booked. */
  bookable?: boolean
}

/** A profile as a coach reads it. */
export type CoachedProfile = UserProfile & { coachAccess?: CoachAccess; ageGroup?: string }

export interface FoundPeople {
  users: Found[]
  more: boolean
}

const TEAMS = [...queryKeys.mine, 'teams'] as const
const EVERY_MS = 30_000

/** Which teams: a coach's own by their time, those of some days, or one. */
export type Which = { from?: CivilDate; to?: CivilDate; uaid?: string } | { teamBookingId: string }

/** Asked again every half minute while they are on screen, so that a new booking or a cancellation arrives. */
export const teamsQuery = (which: Which) =>
  queryOptions({
    queryKey: [...TEAMS, 'list', which],
    queryFn: ({ signal }) => api.get<Teams>('event/booking/team', which, signal),
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })

export const membersQuery = (teamBookingId: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'members', teamBookingId],
    queryFn: ({ signal }) =>
      api.get<{ users: Member[] }>('event/booking/team/users', { teamBookingId }, signal),
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })

export const coachesQuery = () =>
  queryOptions({
    queryKey: [...TEAMS, 'coaches'],
    queryFn: ({ signal }) => api.get<{ coaches: Coach[]; more: boolean }>('event/admin/coaches', {}, signal),
    staleTime: EVERY_MS,
  })

/** Athletes for a team: anybody for programme delivery, a coach's own people for a coach. */
export const athletesQuery = (search: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'athletes', search],
    queryFn: ({ signal }) =>
      api.post<FoundPeople>('event/admin/users', { search, role: 1, limit: 20 }, { signal }),
    enabled: search.length >= 2,
    staleTime: EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** Looks one athlete up by a whole number or address, for a coach; the server limits how often. */
export const lookUp = (search: string) =>
  api.post<FoundPeople>('event/admin/users', { search, forTeam: true, limit: 20 })

/** Programme delivery opens an athlete's results to a coach, or closes them. */
export const vouch = (wish: { coachUaid: string; uaid: string; accepted: boolean }) =>
  api.post<unknown>('event/admin/coach-access', wish, { idempotencyKey: newKey() })

/** The people of a coach's own teams. */
export const ownAthletesQuery = (search: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'own-athletes', search],
    queryFn: ({ signal }) => api.post<FoundPeople>('event/admin/users', { search }, { signal }),
    staleTime: EVERY_MS / 2,
    placeholderData: keepPreviousData,
  })

/** Somebody as the member of staff who asks may see them; their health is nobody's business here, so it is not asked for. */
export const profileQuery = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'profile-of', uaid],
    queryFn: ({ signal }) => api.get<CoachedProfile>('event/admin/profile', { uaid, health: false }, signal),
    staleTime: 0,
  })

export const saveTeam = (wish: TeamWish, idempotencyKey: string) =>
  api.post<{ teamBookingId: string; rev: number }>('event/booking/team', wish, { idempotencyKey })

export const deleteTeam = (teamBookingId: string, idempotencyKey: string) =>
  api.delete<{ teamBookingId: string; cancelled: number }>(
    'event/booking/team',
    { teamBookingId },
    { idempotencyKey },
  )
