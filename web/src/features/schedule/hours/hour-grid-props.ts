import type { CivilDate } from '../../../academy/civil-date'
import type { DrawnSchedule, SessionPlan, Span } from '../edit'
import type { DayPlaces, StoredSession, TimePlaces } from '../api'

export interface HourGridProps {
  columns: readonly CivilDate[]
  schedule: DrawnSchedule
  places: ReadonlyMap<CivilDate, DayPlaces>
  times: readonly TimePlaces[]
  now: { date: CivilDate; minute: number }
  /** A change is under way: no other can begin. */
  busy: boolean
  onDay: (date: CivilDate) => void
  onNew: (span: Span) => void
  onOpen: (session: StoredSession) => void
  onMove: (session: StoredSession, plan: SessionPlan) => void
  onRemove: (session: StoredSession) => void
  /** Called when the keys have left the first or the last column. */
  onTurn: (date: CivilDate) => void
}
