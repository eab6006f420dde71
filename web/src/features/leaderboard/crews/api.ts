// What is read of crews, and the calls that change them.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Answer } from '../../../api/contract'
import { reading, writing } from '../../../api/endpoints'
import { queryKeys } from '../../../api/queries'

export type Crew = Answer<'Crew'>

export type OwnCrew = Answer<'ListedCrew'>

export type CrewBoard = Answer<'CrewBoard'>

/** A member; without a position they share no final. */
export type CrewRow = Answer<'CrewRow'>

/** What a member lets the others see. */
export interface Sharing {
  shareFinal: boolean
  shareCorners: boolean
}

/** RULES 15.3. */
export const FIRST_SHARING: Sharing = { shareFinal: false, shareCorners: false }

/** Enable it only with a session. */
export const crewsQuery = () => reading('user/crew', { queryKey: queryKeys.crews, staleTime: 15_000 })

/** Everything about one crew is below this key. */
export const crewKey = (crewId: string) => [...queryKeys.crews, crewId] as const

export const crewQuery = (crewId: string) =>
  reading('user/crew/{crewId}', {
    path: { crewId },
    queryKey: [...crewKey(crewId), 'own'],
    staleTime: 15_000,
  })

/** Without a season: the one that is shown today. */
export const crewBoardQuery = (crewId: string, season?: number) =>
  reading('user/crew/{crewId}/board', {
    path: { crewId },
    query: { season },
    queryKey: [...crewKey(crewId), 'board', season ?? 'today'],
    staleTime: 15_000,
  })

/** What a link leads to. */
export const openLink = (crewToken: string) => api.post('user/crew/link', { crewToken }, { isRead: true })

/** What a link leads to, as a query. The crew's owner may renew the link at any time, so each visit asks again. */
export const linkQuery = (crewToken: string) =>
  queryOptions({
    queryKey: [...queryKeys.crews, 'link', crewToken],
    queryFn: () => openLink(crewToken),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })

export const startCrew = writing('post', 'user/crew')
export const joinCrew = writing('post', 'user/crew/join')
export const shareInCrew = writing('put', 'user/crew/{crewId}/membership')
export const leaveCrew = writing('delete', 'user/crew/{crewId}/membership')
export const renameCrew = writing('put', 'user/crew/{crewId}')
export const renewLink = writing('post', 'user/crew/{crewId}/link')
export const removeMember = writing('delete', 'user/crew/{crewId}/member/{memberId}')
export const deleteCrew = writing('delete', 'user/crew/{crewId}')
