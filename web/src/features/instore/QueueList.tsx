import { fullName } from '../../academy/names'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { classNames } from '../../components/class-names'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import text from '../../components/text.module.css'
import { canUndo, type Departure } from './desk/departures'
import type { AthleteView } from './model'
import styles from './QueueList.module.css'
import { Grid } from '../../components/layout/Grid'
import { useNow } from '../../state/use-now'

interface QueueListProps {
  athletes: readonly AthleteView[]
  onScreen: string | null
  onChoose: (bookingId: string) => void
}

const STAGES = { onboarded: 'Onboarded', accepted: 'Testing', final: 'Final in' } as const

/** Who is in the hall with this tablet, the front of the queue first. */
export function QueueList({ athletes, onScreen, onChoose }: QueueListProps) {
  return (
    <nav aria-label="Queue" className={styles.rail}>
      {athletes.length === 0 ? (
        <p className={styles.empty}>Nobody on this tablet yet.</p>
      ) : (
        <ol className={styles.list}>
          {athletes.map((athlete) => (
            <li key={athlete.bookingId}>
              <button
                type="button"
                className={styles.athlete}
                aria-current={athlete.bookingId === onScreen ? 'true' : undefined}
                onClick={() => onChoose(athlete.bookingId)}
              >
                <Corners done={athlete.tests.map(({ status }) => status !== 'open')} />
                <span className={styles.words}>
                  <span className={classNames(text.heavy, text.snug, text.anywhere)}>{athlete.name}</span>
                  <span
                    className={classNames(styles.stage, text.noteFigures, text.snug)}
                    data-stage={athlete.stage}
                  >
                    {STAGES[athlete.stage]}
                    {athlete.time && ` · ${athlete.time}`}
                  </span>
                </span>
                {athlete.unsent > 0 && (
                  <span className={classNames(styles.count, text.figuresHeavy)}>
                    {athlete.unsent}
                    <VisuallyHidden> unsent</VisuallyHidden>
                  </span>
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

const SIDES = [
  '12,2 20.7,7',
  '20.7,7 20.7,17',
  '20.7,17 12,22',
  '12,22 3.300,17',
  '3.300,17 3.300,7',
  '3.300,7 12,2',
]

/** Six sides, one for each test; a side is lit once its test is behind them. */
function Corners({ done }: { done: readonly boolean[] }) {
  const count = done.filter(Boolean).length
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {SIDES.map((side, at) => (
          <polyline key={side} points={side} className={done[at] ? styles.lit : styles.dim} />
        ))}
      </svg>
      <span className={text.figuresHeavy} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>{count} of six tests done, </VisuallyHidden>
    </span>
  )
}

interface DepartureListProps {
  left: readonly Departure[]
  /** The bookings with something that is not on the server. */
  unsent: ReadonlySet<string>
  /** Whether a decline may be undone: not while nobody has decided about its refusal. */
  undoable: (one: Departure) => boolean
  onOpen: (bookingId: string) => void
  onUndo: (bookingId: string) => void
}

const LEFT: Record<Exclude<Departure['how'], 'released'>, string> = {
  final: 'Final in',
  declined: 'Declined',
  cleared: 'Cleared away',
}

/** Who has left the queue and is still within reach: what is unsent, and declines that can be undone. */
export function DepartureList({ left, unsent, undoable, onOpen, onUndo }: DepartureListProps) {
  const now = useNow(30_000, Date.now)
  const shown = left.filter(
    (one) => one.how !== 'released' && (unsent.has(one.person.bookingId) || canUndo(one, now)),
  )
  if (shown.length === 0) return null
  return (
    <Stack aria-label="Left the queue" as="section" gap={2} shrink>
      <h2 className={classNames(text.status, text.body)}>Left the queue</h2>
      <Grid as="ul" gap={1} least={13}>
        {shown.map((one) => {
          const { how, person } = one
          const name = fullName(person)
          return (
            <Cluster as="li" gap={2} align="center" nowrap key={person.bookingId} className={styles.leftItem}>
              <span className={styles.words}>
                <span className={classNames(text.heavy, text.snug, text.anywhere)}>{name}</span>
                <span className={classNames(styles.stage, text.noteFigures, text.snug)}>
                  {how !== 'released' && LEFT[how]}
                  {unsent.has(person.bookingId) && ' · unsent'}
                </span>
              </span>
              {how === 'declined' ? (
                canUndo(one, now) &&
                undoable(one) && (
                  <Button
                    variant="secondary"
                    aria-label={`Undo declining ${name}`}
                    onClick={() => onUndo(person.bookingId)}
                  >
                    Undo
                  </Button>
                )
              ) : (
                <Button
                  variant="secondary"
                  aria-label={`Open ${name}`}
                  onClick={() => onOpen(person.bookingId)}
                >
                  Open
                </Button>
              )}
            </Cluster>
          )
        })}
      </Grid>
    </Stack>
  )
}
