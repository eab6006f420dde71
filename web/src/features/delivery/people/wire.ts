// What programme delivery asks of people: finding them, one profile, and every change to it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client'
import type { ApiFailure } from '../../../api/failure'
import { queryKeys } from '../../../api/queries'
import type { EventTestStatus, RoleId, SocialMediaHandle, UserProfile } from '../../../api/wire'

/** Somebody, and the booking that stands beside them. */
export interface FoundPerson {
  uaid: string
  firstName: string
  lastName: string
  emailAddress: string
  role: RoleId
  /** `YYYY-MM-DD`; empty without a booking. */
  bookingDate: string
  /** `HH:MM`; empty likewise. */
  bookingTime: string
  eventBookingId: string | null
  eventTestStatus: EventTestStatus | null
  eventTestCode: string | null
  teamBookingId: string | null
  /** When they checked in for it, and when the desk took them on. */
  arrivedAt: string | null
  onboardedAt: string | null
  isCompetitor: boolean
}

export interface FoundPeople {
  users: FoundPerson[]
  /** Whether there are more than these. */
  more: boolean
}

/** Who is looked for; without days their open booking stands beside them. */
export interface PeopleWish {
  search: string
  from?: string
  to?: string
  role?: RoleId
}

/** At most a hundred, by date, then time; those without a date last. */
export const peopleQuery = (wish: PeopleWish) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-people', wish],
    queryFn: ({ signal }) => api.post<FoundPeople>('event/admin/users', { ...wish }, { signal }),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

/** Fewer letters would find half the programme. */
export const FIND_MIN = 3

/** Athletes who are to be booked; the desk finds anybody it can name, and sees neither address nor booking. */
export const athletesToBookQuery = (search: string, atDesk: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'athletes-to-book', search, atDesk],
    queryFn: ({ signal }) =>
      api.post<FoundPeople>(
        'event/admin/users',
        { search, limit: 20, ...(atDesk ? { forBooking: true } : { role: 1 }) },
        { signal },
      ),
    enabled: search.length >= FIND_MIN,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

export interface Clearance {
  by: string | null
  byName: string
  /** 'N/A' in a profile that was read without health details. */
  basis: string
  at: string
  /** The last day that it holds. */
  expires: string | null
}

export interface Screening {
  state: 'cleared' | 'not-cleared' | 'expired'
  cleared: boolean
  answeredAt: string | null
  expiresAt: string | null
  clearance: Clearance | null
}

/** A profile as programme delivery sees it; 'N/A' where no health details are held. */
export interface StaffProfile extends UserProfile {
  /** Rises with every edit; an edit names the one it began from. */
  rev: number
  screening: Screening | null
}

/** Fetched again whenever it is opened, dropped when it is closed. Without health details. */
export const profileQuery = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-person', uaid],
    queryFn: ({ signal }) => api.get<StaffProfile>('event/admin/profile', { uaid, health: false }, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Somebody's health details, on request: each reading is noted in the audit log. */
export type Health = Pick<StaffProfile, 'medicalIssues' | 'emergencyName' | 'emergencyNumber' | 'screening'>

/** The health details in a profile that was read with them. */
export const healthOf = ({ medicalIssues, emergencyName, emergencyNumber, screening }: Health): Health => ({
  medicalIssues,
  emergencyName,
  emergencyNumber,
  screening,
})

export const readHealth = async (uaid: string) =>
  healthOf(await api.get<StaffProfile>('event/admin/profile', { uaid }))

/** The fields of a profile that an edit may write. */
export interface ProfileFields {
  firstName: string
  lastName: string
  dateOfBirth: string
  gender: string
  phoneNumber: string
  postcode: string
  tShirtSize: string
  isCompetitor: boolean
  emergencyName: string
  emergencyNumber: string
  medicalIssues: string
  sportPlayed: string
  sportLevel: string
  improvement: string
  socialMediaHandles: SocialMediaHandle[]
}

export interface Edit {
  uaid: string
  /** The revision that was read. */
  rev: number
  changed: Partial<ProfileFields>
  /** Whether the answer is to show health details: for a form that shows them. */
  health: boolean
}

/** Stores what was changed, if nobody else changed the profile since its revision was read. */
export const updatePerson = ({ uaid, rev, changed, health }: Edit, key: string) =>
  api.post<StaffProfile>(
    'event/admin/user/update',
    { uaid, rev, health, ...changed },
    { idempotencyKey: key },
  )

/** The profile as somebody else has saved it meanwhile; null when the refusal is another. */
export function changedMeanwhile(failure: ApiFailure | null): StaffProfile | null {
  if (failure?.errorCode !== 'PROFILE_CHANGED') return null
  const current = failure.details?.current as StaffProfile | undefined
  return typeof current?.rev === 'number' ? current : null
}

export interface NewPerson {
  emailAddress: string
  firstName: string
  lastName: string
  dateOfBirth: string
  gender?: string
  phoneNumber?: string
  role: RoleId
}

export const createPerson = (person: NewPerson, key: string) =>
  api.post<{ uaid: string }>('event/admin/user/create', person, { idempotencyKey: key })

/** Their sessions end at once. */
export const changeRole = (uaid: string, role: RoleId, key: string) =>
  api.post<{ uaid: string; role: RoleId }>(
    'event/admin/user/role',
    { uaid, roleid: role },
    { idempotencyKey: key },
  )

/** For somebody whose phone and recovery codes are gone; their sessions end and they get a letter. */
export const resetSecondFactor = (uaid: string, key: string) =>
  api.delete<{ uaid: string }>('event/admin/user/second-factor', { uaid }, { idempotencyKey: key })

/** Signs somebody out everywhere at once. */
export const endSessionsOf = (uaid: string, key: string) =>
  api.delete<{ uaid: string }>('event/admin/user/sessions', { uaid }, { idempotencyKey: key })

/** Without a last day it holds until the health questions are asked again. */
export const recordClearance = (uaid: string, basis: string, expires: string, key: string) =>
  api.post('event/admin/clearance', { uaid, basis, ...(expires && { expires }) }, { idempotencyKey: key })

export const withdrawClearance = (uaid: string, key: string) =>
  api.delete('event/admin/clearance', { uaid }, { idempotencyKey: key })
