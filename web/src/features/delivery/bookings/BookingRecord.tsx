import { londonDateTime } from '../../../academy/london'
import { points } from '../../../academy/numbers'
import { Stack } from '../../../components/layout/Stack'
import { Table } from '../../../components/table/Table'
import text from '../../../components/text.module.css'
import { actionText } from '../actions'
import styles from './BookingDrawer.module.css'
import type { BookingDetails, BookingEvent } from './api'

/** The results of a booking, test by test; renders nothing if there are none. */
export function BookingResults({ results }: { results: BookingDetails['results'] }) {
  if (results.length === 0) return null
  return (
    <Stack as="section" gap={3} className={styles.part} aria-labelledby="results-title">
      <h3 id="results-title">Results</h3>
      <Table
        columns={['Test', 'Attempts', { label: 'Points', className: styles.number }]}
        className={styles.results}
      >
        <tbody>
          {results.map(({ TestType, score, Attempts }) => {
            const attempts = Attempts.map((attempt) => attempt.score)
            return (
              <tr key={TestType}>
                <th scope="row">{TestType}</th>
                <td>{attempts.length > 0 ? attempts.join(' · ') : 'None'}</td>
                <td className={styles.number}>{points(score)}</td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Stack>
  )
}

/** What was done to a booking, and by whom. */
export function BookingHistory({ events }: { events: readonly BookingEvent[] }) {
  if (events.length === 0) return null
  return (
    <Stack as="section" gap={3} className={styles.part} aria-labelledby="history-title">
      <h3 id="history-title">History</h3>
      <Stack as="ol" gap={3} className={styles.history}>
        {events.map(({ at, action, by }) => (
          <li key={`${at}-${action}`}>
            <strong>{actionText(action)}</strong>
            <span className={text.noteFigures}>
              {londonDateTime(at)}, {by ?? 'the site itself'}
            </span>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
