import { errorSentence } from '../../api/errors'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import type { Entry } from '../../offline/outbox/outbox'
import { useRules } from '../../rules'
import styles from './RefusedDrawer.module.css'
import { refusalOf, waysOf, type Way, type Value } from './refusals'
import { measured, points } from './typing'
import type { Protocols } from './model'

interface RefusedDrawerProps {
  entries: readonly Entry[]
  /** The protocols of that booking, for the units. */
  protocolsOf: (bookingId: string) => Protocols | null
  /** Whether they are still on this tablet. */
  isQueued: (uaid: string) => boolean
  onWay: (entry: Entry, way: Way) => void
  onClose: () => void
}

const LABELS: Record<Way, string> = {
  theirs: 'Take theirs',
  mine: 'Send mine again',
  edit: 'Edit',
  again: 'Send again',
  reopen: 'Back to the tests',
  remove: 'Take off this tablet',
  drop: 'Leave it',
}

const KINDS: Record<Entry['about']['kind'], string> = {
  onboard: 'Onboarding',
  test: 'Test',
  final: 'Final',
  decline: 'Decline',
  release: 'Undo onboarding',
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** What the server did not take: both values, and the ways to settle it. Nothing leaves here by itself. */
export function RefusedDrawer({ entries, protocolsOf, isQueued, onWay, onClose }: RefusedDrawerProps) {
  return (
    <Dialog open size="wide" title="Refused" onClose={onClose}>
      {entries.length === 0 && <p>All settled. Nothing is waiting here.</p>}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.key} className={styles.entry}>
            <RefusedEntry
              entry={entry}
              protocols={protocolsOf(entry.about.bookingId)}
              queued={isQueued(entry.about.uaid)}
              onWay={(way) => onWay(entry, way)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface RefusedEntryProps {
  entry: Entry
  protocols: Protocols | null
  queued: boolean
  onWay: (way: Way) => void
}

function RefusedEntry({ entry, protocols, queued, onWay }: RefusedEntryProps) {
  const { about, recordedAt } = entry
  const { failure, rows } = refusalOf(entry)
  const { testScore } = useRules()
  /** What was typed, with the points that the tablet shows for it. */
  const scored = (test: string, value: Value): Value => {
    const protocol = protocols?.tests.find(({ TestType }) => TestType === test)
    const score = protocol && value.status === 'closed' ? testScore(protocol, value.attempts) : null
    return score?.ok ? { ...value, score: score.value } : value
  }
  const unitOf = (test: string) => protocols?.tests.find(({ TestType }) => TestType === test)?.unit ?? ''
  return (
    <article aria-label={`${about.test ?? KINDS[about.kind]}, ${about.name}`}>
      <h3 className={styles.title}>
        {about.test ?? KINDS[about.kind]} <span className={styles.name}>{about.name}</span>
        <span className={styles.time}>typed at {TIME.format(recordedAt)}</span>
      </h3>
      <p className={styles.why}>{errorSentence(failure)}</p>
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">Typed here</th>
              <th scope="col">On the server</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ test, mine, theirs }) => (
              <tr key={test}>
                <th scope="row">{test}</th>
                <td>
                  <Said value={mine && scored(test, mine)} unit={unitOf(test)} />
                </td>
                <td>
                  <Said value={theirs} unit={unitOf(test)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.ways}>
        {waysOf(entry, queued).map((way, at) => (
          <Button key={way} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => onWay(way)}>
            {LABELS[way]}
          </Button>
        ))}
      </div>
    </article>
  )
}

function Said({ value, unit }: { value: Value | null; unit: string }) {
  if (value === null) return 'Nothing'
  if (value.status === 'dnt') return 'Did not test'
  return (
    <>
      {value.attempts.map((raw) => measured(raw, unit)).join(', ') || '–'}
      {value.score !== null && <strong className={styles.score}>{points(value.score)} points</strong>}
    </>
  )
}
