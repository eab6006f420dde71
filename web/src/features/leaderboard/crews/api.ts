// What is read of crews, and the calls that change them.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Answer } from '../../../api/contract'
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

const path = (crewId: string) => ({ path: { crewId } })

/** Enable it only with a session. */
export const crewsQuery = () =>
  queryOptions({
    queryKey: queryKeys.crews,
    queryFn: ({ signal }) => api.get('user/crew', { signal }),
    staleTime: 15_000,
  })

/** Everything about one crew is below this key. */
export const crewKey = (crewId: string) => [...queryKeys.crews, crewId] as const

export const crewQuery = (crewId: string) =>
  queryOptions({
    queryKey: [...crewKey(crewId), 'own'],
    queryFn: ({ signal }) => api.get('user/crew/{crewId}', { ...path(crewId), signal }),
    staleTime: 15_000,
  })

/** Without a season: the one that is shown today. */
export const crewBoardQuery = (crewId: string, season?: number) =>
  queryOptions({
    queryKey: [...crewKey(crewId), 'board', season ?? 'today'],
    queryFn: ({ signal }) =>
      api.get('user/crew/{crewId}/board', { ...path(crewId), query: { season }, signal }),
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

export const startCrew = (wanted: { name: string } & Sharing, idempotencyKey: string) =>
  api.post('user/crew', wanted, { idempotencyKey })

export const joinCrew = (wanted: { crewToken: string } & Sharing, idempotencyKey: string) =>
  api.post('user/crew/join', wanted, { idempotencyKey })

export const shareInCrew = (crewId: string, choice: Partial<Sharing>, idempotencyKey: string) =>
  api.put('user/crew/{crewId}/membership', choice, { ...path(crewId), idempotencyKey })

export const leaveCrew = (crewId: string, idempotencyKey: string) =>
  api.delete('user/crew/{crewId}/membership', undefined, { ...path(crewId), idempotencyKey })

export const renameCrew = (crewId: string, name: string, idempotencyKey: string) =>
  api.put('user/crew/{crewId}', { name }, { ...path(crewId), idempotencyKey })

export const renewLink = (crewId: string, idempotencyKey: string) =>
  api.post('user/crew/{crewId}/link', undefined, { ...path(crewId), idempotencyKey })

export const removeMember = (crewId: string, memberId: string, idempotencyKey: string) =>
  api.delete('user/crew/{crewId}/member/{memberId}', undefined, {
    path: { crewId, memberId },
    idempotencyKey,
  })

export const deleteCrew = (crewId: string, idempotencyKey: string) =>
  api.delete('user/crew/{crewId}', undefined, { ...path(crewId), idempotencyKey })
