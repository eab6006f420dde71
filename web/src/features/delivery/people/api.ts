// The calls of programme delivery about people: finding them, one profile, and every change to it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Answer, Request } from '../../../api/contract'
import { writing } from '../../../api/endpoints'
import { queryKeys } from '../../../api/queries'
import type { RoleId, StaffProfile } from '../../../api/types'

/** Somebody in a list, with their booking; the date and time are empty without one. */
export type PersonRow = Answer<'FoundPerson'>

/** Without days, people are listed with their open booking. */
export interface PeopleFilters {
  search: string
  from?: string
  to?: string
  role?: RoleId
}

/** At most a hundred, by date, then time; those without a date come last. */
export const peopleQuery = (filters: PeopleFilters) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-people', filters],
    queryFn: ({ signal }) => api.post('event/admin/users', { ...filters }, { signal, isRead: true }),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

/** With fewer letters a search finds too many people. */
export const FIND_MIN = 3

/** Athletes to book for. The desk finds anybody by name, but sees neither address nor booking. */
export const athletesToBookQuery = (search: string, atDesk: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'athletes-to-book', search, atDesk],
    queryFn: ({ signal }) =>
      api.post(
        'event/admin/users',
        { search, limit: 20, ...(atDesk ? { forBooking: true } : { role: 1 }) },
        { signal, isRead: true },
      ),
    enabled: search.length >= FIND_MIN,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })

/** `basis` is 'N/A' in a profile that was read without health details; `expires` is the last day that it is valid. */
export type Clearance = Answer<'ClearanceView'>

const readProfile = (
  query: { uaid: string; health?: boolean },
  signal?: AbortSignal,
): Promise<StaffProfile> => api.get('event/admin/profile', { query, signal })

/** Fetched whenever it is opened, dropped when it is closed. Without health details. */
export const staffProfileQuery = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-person', uaid],
    queryFn: ({ signal }) => readProfile({ uaid, health: false }, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

/** A person's health details and the revision they belong to, on request: each reading is recorded in the audit log. */
export type Health = Pick<
  StaffProfile,
  'rev' | 'medicalIssues' | 'emergencyName' | 'emergencyNumber' | 'screening'
>

/** The health details in a profile that was read with them. */
export const healthOf = ({
  rev,
  medicalIssues,
  emergencyName,
  emergencyNumber,
  screening,
}: Health): Health => ({
  rev,
  medicalIssues,
  emergencyName,
  emergencyNumber,
  screening,
})

export const readHealth = async (uaid: string) => healthOf(await readProfile({ uaid }))

/** The fields of a profile that an edit may write. */
type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'emailAddress'
  | 'dateOfBirth'
  | 'gender'
  | 'phoneNumber'
  | 'postcode'
  | 'tShirtSize'
  | 'isCompetitor'
  | 'emergencyName'
  | 'emergencyNumber'
  | 'medicalIssues'
  | 'sportPlayed'
  | 'sportLevel'
  | 'improvement'
  | 'socialMediaHandles'
export type ProfileFields = { [Field in ProfileField]: NonNullable<StaffProfile[Field]> }

export interface ProfileEdit {
  uaid: string
  /** The revision that was read. */
  rev: number
  changed: Partial<ProfileFields>
  /** Whether the answer is to show health details: for a form that shows them. */
  health: boolean
}

/** Stores what was changed, if nobody else changed the profile since its revision was read. */
export const updatePerson = (
  { uaid, rev, changed, health }: ProfileEdit,
  key: string,
): Promise<StaffProfile> =>
  api.post('event/admin/user/update', { uaid, rev, health, ...changed }, { idempotencyKey: key })

export type NewPerson = Request<'NewPerson'>

export const createPerson = writing('post', 'event/admin/user/create')

/** Their sessions end at once. */
export const changeRole = writing('post', 'event/admin/user/role')

/** For a person who has lost phone and recovery codes; ends their sessions and sends them a letter. */
export const resetSecondFactor = writing('delete', 'event/admin/user/second-factor')

export const endSessionsOf = writing('delete', 'event/admin/user/sessions')

/** Erases their personal data; `confirmation` is their number, as it was typed. */
export const deletePerson = writing('post', 'event/admin/user/delete')

/** Without a last day it holds until the health questions are asked again. */
export const recordClearance = (
  { uaid, rev }: Pick<StaffProfile, 'uaid' | 'rev'>,
  basis: string,
  expires: string,
  key: string,
) =>
  api.post(
    'event/admin/clearance',
    { uaid, rev, basis, ...(expires && { expires }) },
    { idempotencyKey: key },
  )

/** `at` is that of the clearance on screen: no other one is withdrawn. */
export const withdrawClearance = writing('delete', 'event/admin/clearance')
