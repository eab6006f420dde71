import type { Fact } from '../../components/layout/Card'

interface Emergency {
  medicalIssues: string | null
  emergencyName: string | null
  emergencyNumber: string | null
}

/** Medical notes, and whom to call. */
export const emergencyFacts = ({ medicalIssues, emergencyName, emergencyNumber }: Emergency): Fact[] => [
  { term: 'Medical notes', value: medicalIssues ?? 'N/A' },
  { term: 'Call', value: emergencyName ?? 'N/A' },
  {
    term: 'On',
    value: emergencyNumber?.startsWith('+') ? (
      <a href={`tel:${emergencyNumber}`}>{emergencyNumber}</a>
    ) : (
      (emergencyNumber ?? 'N/A')
    ),
  },
]
