import { queryKeys } from './queries'

/** What staff see of the schedule: the calendar, its bank holidays, the settings with its weekly lists. */
export const scheduleKey = [...queryKeys.mine, 'schedule'] as const
