import type { Person } from './members/MemberPicker'
import type { Place } from './props'

/** What the form holds. */
export interface TeamDraft {
  name: string
  /** The team's coach; empty for none. */
  coach: string
  people: readonly Person[]
  place: Place
}
