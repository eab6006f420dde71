import { Card } from '../../../components/Card'
import { richOf, linkOf, textOf, type Elements } from '../content-item'
import { ContentLinkText } from '../ContentLink'
import { RichText } from '../RichText'
import type { ScoredEntry } from './latest-scores'
import { progressOf, type TestProgress } from './progress'
import styles from './TestScoreCard.module.css'

/** Test by test: the last visit against the one before, and the best so far. */
export function TestScoreCard({
  elements,
  entries,
}: {
  elements: Elements
  entries: readonly ScoredEntry[]
}) {
  const rows = progressOf(entries)
  const link = linkOf(elements, 'link')
  const empty = rows.length === 0
  return (
    <Card
      as="section"
      title={textOf(elements, empty ? 'emptyHeadline' : 'headline') || textOf(elements, 'headline')}
      className={styles.card}
    >
      <RichText content={richOf(elements, empty ? 'emptyText' : 'text')} className={styles.text} />
      {!empty && <Rows rows={rows} />}
      {link && <ContentLinkText link={link} />}
    </Card>
  )
}

const points = (score: number) => score.toFixed(2)

function changeText(change: number | null): string {
  if (change === null) return 'First time'
  if (change === 0) return 'As before'
  return `${change > 0 ? '+' : '−'}${points(Math.abs(change))}`
}

function Rows({ rows }: { rows: readonly TestProgress[] }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Points per test">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Test</th>
            <th scope="col">Last</th>
            <th scope="col">Change</th>
            <th scope="col">Best</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ test, last, change, best }) => (
            <tr key={test}>
              <th scope="row">{test}</th>
              <td>{points(last)}</td>
              <td data-way={change === null || change === 0 ? undefined : change > 0 ? 'up' : 'down'}>
                {changeText(change)}
              </td>
              <td>{points(best)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
