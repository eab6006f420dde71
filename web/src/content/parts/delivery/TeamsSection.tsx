import { PlacePicker } from '../../../features/delivery/places/PlacePicker'
import { Teams } from '../../../features/teams/Teams'
import type { SectionProps } from './section-props'

/** Everybody's teams. */
export function TeamsSection({ query, onQuery }: SectionProps) {
  return <Teams query={query} onQuery={onQuery} pickPlace={PlacePicker} />
}
