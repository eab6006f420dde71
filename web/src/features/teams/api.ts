// The calls about teams: lists, members, saving one whole, and finding people for it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CivilDate } from '../../academy/civil-date'
import { api } from '../../api/client/client'
import type { Answer, Narrow, Request } from '../../api/contract'
import { paging, reading, writing, type Query } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'
import type { RefusalDetails } from '../../api/refusal'
import type { BookingType, EventGroup } from '../../api/types'

/** A team in a list; `testTime` is the first athlete's and `lastTime` the last one's, `completed` counts those with a final. */
export type Team = Answer<'TeamView'>

/** Whether an athlete lets a coach see more than a name. */
export type CoachAccess = Answer<'Access'>

/**
 * An athlete of a team, by their booking in it, without health details. A coach who has not been accepted gets no
 * address, code, type or size, and the last name as an initial.
 */
export type Member = Narrow<'MemberView', { eventTestType: BookingType | '' }>

/** A new team, or a changed one: bookings of athletes who are no longer named are cancelled. */
export type TeamEdit = Request<'TeamBody'>

/** Who cannot be booked, why, and from when a retest is possible. */
export type RefusedMember = RefusalDetails['TEAM_MEMBERS']['members'][number]

/** The team as somebody else has saved it. */
export type CurrentTeam = RefusalDetails['TEAM_CHANGED']['current']

export type Coach = Answer<'CoachView'>

/** A search result; a coach gets no address. */
export type PersonMatch = Answer<'FoundPerson'>

/** A profile as a coach reads it. */
export type CoachedProfile = Narrow<'StaffProfile', { events: EventGroup[] }>

const TEAMS = [...queryKeys.mine, 'teams'] as const
const EVERY_MS = 30_000

/** Which teams: a coach's by their time, or those of some days. */
export type TeamFilter = { from?: CivilDate; to?: CivilDate; uaid?: string }

/** In pages; refetched every half minute while on screen, so that new bookings and cancellations appear. */
export const teamsQuery = (filter: TeamFilter) =>
  paging('event/booking/team', {
    query: filter,
    queryKey: [...TEAMS, 'list', filter],
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })

/**
 * The team first: its revision must never be newer than its members, or saving them would cancel somebody who has just been
 * added.
 */
async function readTeam(teamBookingId: string, signal: AbortSignal) {
  const query = { teamBookingId }
  const { teams } = await api.get('event/booking/team', { query, signal })
  const { users }: { users: Member[] } = await api.get('event/booking/team/users', { query, signal })
  return { team: teams[0], users }
}

/** A team with its members, refetched like the lists. */
export const teamQuery = (teamBookingId: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'team', teamBookingId],
    queryFn: ({ signal }) => readTeam(teamBookingId, signal),
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })

/** A team to be changed, read when its form is opened and at each reload. */
export const openedTeamQuery = (teamBookingId: string, reloads: number) =>
  queryOptions({
    queryKey: [...TEAMS, 'opened', teamBookingId, reloads],
    queryFn: ({ signal }) => readTeam(teamBookingId, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

type CoachesPage = Answer<'CoachesAnswer'>

/** The coaches that match a search, by name, in pages. */
export const coachesQuery = (search: string) =>
  paging('event/admin/coaches', {
    query: { search },
    queryKey: [...TEAMS, 'coaches', search],
    staleTime: EVERY_MS,
    placeholderData: keepPreviousData,
  })

async function readAllCoaches(signal: AbortSignal): Promise<Coach[]> {
  const coaches: Coach[] = []
  let cursor: CoachesPage['cursor'] = null
  do {
    const page: CoachesPage = await api.get('event/admin/coaches', { query: { cursor }, signal })
    coaches.push(...page.coaches)
    cursor = page.cursor
  } while (cursor)
  return coaches
}

/** Every coach, to choose among. */
export const allCoachesQuery = () =>
  queryOptions({
    queryKey: [...TEAMS, 'all-coaches'],
    queryFn: ({ signal }) => readAllCoaches(signal),
    staleTime: EVERY_MS,
  })

/** Athletes for a team: anybody for programme delivery, a coach's own people for a coach. */
export const athletesQuery = (search: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'athletes', search],
    queryFn: ({ signal }) =>
      api.post('event/admin/users', { search, role: 1, forTeam: false, limit: 20 }, { signal, isRead: true }),
    enabled: search.length >= 2,
    staleTime: EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** Looks one athlete up by a whole number or address, for a coach; the server limits how often. */
export const lookUp = (search: string) =>
  api.post('event/admin/users', { search, limit: 20 }, { isRead: true })

/** Programme delivery lets a coach see an athlete's results, or stops it. */
export const setCoachAccess = writing('post', 'event/admin/coach-access')

/** The people of a coach's own teams. */
export const ownAthletesQuery = (search: string) =>
  queryOptions({
    queryKey: [...TEAMS, 'own-athletes', search],
    queryFn: ({ signal }) =>
      api.post('event/admin/users', { search, forTeam: false }, { signal, isRead: true }),
    staleTime: EVERY_MS / 2,
    placeholderData: keepPreviousData,
  })

/** What the reader may see of somebody, without health details. */
export const athleteProfileQuery = (uaid: string): Query<CoachedProfile> =>
  reading('event/admin/profile', {
    query: { uaid, health: false },
    queryKey: [...queryKeys.mine, 'profile-of', uaid],
    staleTime: 0,
  })

export const saveTeam = writing('post', 'event/booking/team')

export const deleteTeam = writing('delete', 'event/booking/team')
