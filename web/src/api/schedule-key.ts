import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeys } from './queries'

/** What staff see of the schedule: the calendar, its bank holidays, the settings with its weekly lists. */
export const scheduleKey = [...queryKeys.mine, 'schedule'] as const

/** Reads again what staff see of the schedule, or whatever else is `changed` with it, and what booking pages know of it. */
export const refreshSchedule = (queries: QueryClient, changed: QueryKey = scheduleKey) =>
  Promise.all(
    [changed, queryKeys.config, queryKeys.availability].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
