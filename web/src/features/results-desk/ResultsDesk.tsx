import { Tabs } from '../../components/Tabs'
import { CorrectResults } from './CorrectResults'
import { ImportResults } from './ImportResults'
import { ProtocolTable } from './ProtocolTable'
import { Requests } from './Requests'

const VIEWS = ['correct', 'desk', 'import', 'protocols'] as const
type View = (typeof VIEWS)[number]

/** Results for programme delivery: corrections, imports, and how tests are scored. */
export function ResultsDesk({ view, onView }: { view?: string; onView: (view: string) => void }) {
  return (
    <Tabs<View>
      label="Results"
      value={VIEWS.find((known) => known === view) ?? 'correct'}
      onChange={onView}
      tabs={[
        { key: 'correct', label: 'Correct', content: <CorrectResults /> },
        { key: 'desk', label: 'From the desk', content: <Requests /> },
        { key: 'import', label: 'Import', content: <ImportResults /> },
        { key: 'protocols', label: 'Protocols', content: <ProtocolTable /> },
      ]}
    />
  )
}
