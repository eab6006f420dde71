import { PlacePicker } from '../../../features/delivery/slot-picker/PlacePicker'
import { Teams } from '../../../features/teams/Teams'
import type { SectionProps } from './section-props'

export function TeamsSection({ query, onQuery }: SectionProps) {
  return <Teams query={query} onQuery={onQuery} pickPlace={PlacePicker} />
}
