import { points, wholeNumber } from '../../../academy/numbers'
import { SelectField } from '../../../components/form/SelectField'
import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { partTick, partTitle, percent, shareOf } from '../words'
import { Panel } from './Panel'

const FINAL = 'final'

const nameOf = (testType: string) => (testType === FINAL ? 'Final score' : testType)

interface DistributionPanelProps {
  range: Range
  /** The test shown; the final if absent. */
  test: string | undefined
  onTest: (test: string) => void
}

/** The distribution of a test's points, in bands of five. */
export function DistributionPanel({ range, test, onTest }: DistributionPanelProps) {
  return (
    <Panel
      what="distribution"
      title="Distribution"
      range={range}
      nothing="Nobody was tested on these days."
      draw={({ rows }) => {
        const row = rows.find(({ testType }) => testType === test) ?? rows[0]
        if (!row || rows.every(({ scores }) => scores === 0)) return null
        const spans = row.parts.map((_, part) => partTitle(part, row.parts.length))
        return {
          said: (
            <>
              <strong>{wholeNumber(row.scores)}</strong> scores with a mean of{' '}
              <strong>{points(row.mean)}</strong> points.
            </>
          ),
          choice: (
            <SelectField
              label="Test"
              name="numbers-test"
              value={row.testType}
              onChange={(event) => onTest(event.currentTarget.value)}
              options={rows.map(({ testType }) => ({ value: testType, label: nameOf(testType) }))}
            />
          ),
          picture: (
            <Columns
              label={`Points in the ${nameOf(row.testType)}: ${wholeNumber(row.scores)} scores in bands of five points, mean ${points(row.mean)}.`}
              ticks={row.parts.map((_, part) => partTick(part))}
              titles={spans.map((span) => `${span} points`)}
              tickWidth={44}
              format={wholeNumber}
              series={[{ name: 'Scores', tone: 'done', values: row.parts }]}
            />
          ),
          table: (
            <DataTable
              caption={`Distribution of points: ${nameOf(row.testType)}`}
              columns={['Points', 'Scores', 'Share']}
              rows={row.parts.map((scores, part) => [
                spans[part] ?? '',
                wholeNumber(scores),
                percent(shareOf(scores, row.scores)),
              ])}
            />
          ),
        }
      }}
    />
  )
}
