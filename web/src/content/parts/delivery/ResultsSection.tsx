import { ResultsDesk } from '../../../features/results-desk/ResultsDesk'
import type { SectionProps } from './section-props'

export function ResultsSection({ query, onQuery }: SectionProps) {
  return <ResultsDesk view={query.view} onView={(view) => onQuery({ view })} />
}
