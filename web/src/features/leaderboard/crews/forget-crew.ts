import type { QueryClient } from '@tanstack/react-query'
import { forgetSeen } from '../../../offline/last-seen'
import { crewKey, crewsQuery } from './api'

/** A crew that the athlete has left or deleted: it is off their list, and nothing of it stays on the device. */
export function forgetCrew(queries: QueryClient, crewId: string): void {
  const { queryKey } = crewsQuery()
  queries.setQueryData(
    queryKey,
    (list) => list && { ...list, crews: list.crews.filter((crew) => crew.crewId !== crewId) },
  )
  void queries.invalidateQueries({ queryKey, exact: true })
  queries.removeQueries({ queryKey: crewKey(crewId) })
  void forgetSeen(crewKey(crewId)).catch(() => undefined)
}
