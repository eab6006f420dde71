import type { Person } from './MemberPicker'
import type { Place } from './props'

/** What the form holds. */
export interface TeamDraft {
  name: string
  /** Whose team; empty for nobody's. */
  coach: string
  people: readonly Person[]
  place: Place
}
