// The audit log: who did what to whom.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Moment } from '../../../academy/london'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/queries'
import type { RoleId } from '../../../api/wire'

export interface AuditEntry {
  auditId: string
  at: Moment
  /** Who did it; null for the site itself. */
  actorUaid: string | null
  /** Their name of today; empty when they are gone. */
  actorName: string
  actorRole: RoleId | null
  /** A stable word such as `booking.move`. */
  action: string
  /** Whose thing it was. */
  subjectUaid: string | null
  /** Likewise. */
  subjectName: string
  /** Which thing: a booking's id, an item's id. */
  objectId: string | null
  /** More facts, never of anybody's health. */
  detail: Readonly<Record<string, unknown>>
}

export interface AuditWish {
  from: string
  to: string
  /** One action's entries alone. */
  action?: string
  /** Whose doing or whose thing. */
  uaid?: string
}

export interface AuditPage {
  entries: AuditEntry[]
  cursor: string | null
}

/** Newest first, in pages. */
export const auditQuery = (wish: AuditWish) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-audit', wish],
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditPage>('event/admin/audit', { ...wish, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
