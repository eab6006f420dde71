// The audit log: who did what to whom.
import { keepPreviousData } from '@tanstack/react-query'
import type { Narrow } from '../../../api/contract'
import { paging, type PagedQuery } from '../../../api/endpoints'
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
export const auditQuery = (filters: AuditFilters): PagedQuery<AuditPage> =>
  paging('event/admin/audit', {
    query: { ...filters },
    queryKey: [...queryKeys.mine, 'delivery-audit', filters],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
