// The audit log: who did what to whom.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Narrow } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'
import type { RoleId } from '../../../api/types'

/** `actor` is null for the server itself; names are empty once an account is deleted. `detail` never has health data. */
export type AuditEntry = Narrow<
  'AuditEntry',
  { actorRole: RoleId | null; detail: Readonly<Record<string, unknown>> }
>

export interface AuditFilters {
  from: string
  to: string
  action?: string
  uaid?: string
}

type AuditPage = Narrow<'AuditPage', { entries: AuditEntry[] }>

/** Newest first, in pages. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-audit', filters],
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      api.get('event/admin/audit', { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
