import { useState, type ReactNode } from 'react'
import { EmptyState } from '../../components/feedback/States'
import { dateAndTime } from '../../academy/civil-date'
import { pointsDifference } from '../../academy/numbers'
import type { BookingEntry, TestResult } from './entry'
import styles from './MyTests.module.css'
import { SCORE_REMOVED, STATUS_NAME } from '../../academy/names'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { Table } from '../../components/table/Table'
import text from '../../components/text.module.css'
import touch from '../../components/touch.module.css'
import { classNames } from '../../components/class-names'
import { attemptsText, REMOVED_STORY, STATUS_STORY } from './words'

interface PastTestsProps {
  entries: readonly BookingEntry[]
  formatScore: (score: number) => string
  /** The authored text shown before the first test. */
  emptyHeadline?: string | undefined
  emptyText?: string | undefined
  /** Renders the outcome of a booking; `fallback` is a table of what the booking itself has. */
  detail?: ((entry: BookingEntry, fallback: ReactNode) => ReactNode) | undefined
}

/**
 * Past bookings, newest first: finals with their tests and attempts, all but the newest folded up, and bookings without a
 * result.
 */
export function PastTests({ entries, formatScore, emptyHeadline, emptyText, detail }: PastTestsProps) {
  if (entries.length === 0) {
    return (
      <EmptyState title={emptyHeadline || 'No tests yet'}>
        {emptyText || 'Your scores and attempts appear here after each test.'}
      </EmptyState>
    )
  }
  const finals = entries.filter((entry) => entry.eventTestScore !== null)
  return (
    <Stack as="ol" gap={5}>
      {entries.map((entry) => {
        const body = <Body entry={entry} formatScore={formatScore} detail={detail} />
        const place = finals.indexOf(entry)
        return (
          <Stack as="li" gap={4} key={entry.eventBookingId} className={styles.entry}>
            {place > 0 ? (
              <Folded entry={entry} before={finals[place + 1]} formatScore={formatScore}>
                {body}
              </Folded>
            ) : (
              <>
                <Cluster gap={[2, 5]} align="baseline" between>
                  <h2 className={text.h3}>{dayOf(entry)}</h2>
                  {entry.eventTestScore === null ? (
                    <p className={text.status}>{statusOf(entry)}</p>
                  ) : (
                    <p className={classNames(text.score, text.h2)}>
                      <span className={classNames(text.note, text.regular, text.normalWidth)}>
                        Final score
                      </span>{' '}
                      {formatScore(entry.eventTestScore)}
                    </p>
                  )}
                </Cluster>
                {body}
              </>
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}

interface FoldedProps {
  entry: BookingEntry
  /** The visit before it that has a final. */
  before: BookingEntry | undefined
  formatScore: (score: number) => string
  children: ReactNode
}

/** A visit as one line: its day, its final, and what that gained on the one before. The rest is drawn once it is opened. */
function Folded({ entry, before, formatScore, children }: FoldedProps) {
  const [opened, setOpened] = useState(false)
  const score = entry.eventTestScore ?? 0
  return (
    <details onToggle={() => setOpened(true)}>
      <summary className={touch.summary}>
        <Cluster as="h2" inline gap={[1, 4]} align="baseline" className={text.h4}>
          <span>{dayOf(entry)}</span>
          <span className={text.score}>{formatScore(score)}</span>
          {before && (
            <span className={text.quietFigures}>
              {pointsDifference(score, before.eventTestScore ?? 0) || 'As before'}
            </span>
          )}
        </Cluster>
      </summary>
      {opened && (
        <Stack gap={4} className={styles.opened}>
          {children}
        </Stack>
      )}
    </details>
  )
}

const dayOf = ({ eventTestDate, eventTestTime }: BookingEntry): string =>
  eventTestDate ? dateAndTime(eventTestDate, eventTestTime) : 'Without a date'

type BodyProps = Pick<PastTestsProps, 'formatScore' | 'detail'> & { entry: BookingEntry }

function Body(props: BodyProps) {
  const { entry } = props
  return (
    <>
      {storyOf(entry) && <p className={text.quiet}>{storyOf(entry)}</p>}
      {entry.eventTestNotes && !entry.eventTestHeld && (
        <p className={text.anywhere}>
          <span className={text.quiet}>From the team:</span> {entry.eventTestNotes}
        </p>
      )}
      <PastResult {...props} />
    </>
  )
}

function statusOf({ eventTestHeld, eventTestScoreRemoved, eventTestStatus }: BookingEntry): string | null {
  if (eventTestHeld) return 'Revealed at the event'
  if (eventTestScoreRemoved) return SCORE_REMOVED
  return eventTestStatus && STATUS_NAME[eventTestStatus]
}

const storyOf = ({ eventTestScoreRemoved, eventTestStatus }: BookingEntry): string | null =>
  eventTestScoreRemoved ? REMOVED_STORY : eventTestStatus && STATUS_STORY[eventTestStatus]

function PastResult({ entry, formatScore, detail }: BodyProps) {
  const table = entry.results.length > 0 && <Results results={entry.results} formatScore={formatScore} />
  return detail ? detail(entry, table) : table
}

function Results({
  results,
  formatScore,
}: {
  results: readonly TestResult[]
  formatScore: (score: number) => string
}) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Results by test">
      <Table columns={['Test', 'Attempts', 'Points']} look="lined" className={styles.results}>
        <tbody>
          {results.map(({ testType, score, attempts }) => (
            <tr key={testType}>
              <th scope="row">{testType}</th>
              <td>{attemptsText(testType, attempts)}</td>
              <td>{score === null ? 'None' : formatScore(score)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
