import type { Person } from './members/MemberPicker'
import type { Place } from './props'

export interface TeamDraft {
  name: string
  /** The team's coach; empty for none. */
  coach: string
  people: readonly Person[]
  place: Place
}
