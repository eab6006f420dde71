import { Fragment, useRef, useState } from 'react'
import { ActionDialog } from '../../../state/ActionDialog'
import { longDay } from '../../../academy/civil-date'
import { isRecent } from '../../../academy/late-results'
import { londonTime, londonToday } from '../../../academy/london'
import { measureText } from '../../../academy/measure'
import { counted, points } from '../../../academy/numbers'
// Refusals are kept: none of this visit may have brought their sentences.
import '../../../api/errors'
import { errorSentence } from '../../../api/error-sentence'
import { staffSentence } from '../../../api/staff-sentence'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Dialog } from '../../../components/dialog/Dialog'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { Table } from '../../../components/table/Table'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import textStyles from '../../../components/text.module.css'
import { OutboxError, type Entry } from '../../../offline/outbox'
import { useRules } from '../../../rules'
import { staysDeclined, type Card, type CardRow, type CardWay } from './cards'
import type { Protocols } from '../model'
import type { Value } from './refusals'
import styles from './RefusedDrawer.module.css'

interface RefusedDrawerProps {
  cards: readonly Card[]
  /** What has just been settled, in words; empty if nothing has. */
  message: string
  /** The protocols of that booking, for units and points. */
  protocolsOf: (bookingId: string) => Protocols | null
  onWay: (card: Card, way: CardWay) => Promise<void>
  onClose: () => void
}

const LABELS: Record<CardWay, string> = {
  theirs: 'Keep theirs',
  request: 'Ask delivery to correct',
  mine: 'Send ours instead',
  edit: 'Edit',
  again: 'Send again',
  reopen: 'Back to the tests',
  onboard: 'Onboard and send again',
  override: 'Onboard anyway',
  carryOn: 'Carry on here',
  remove: 'Take off this tablet',
  drop: 'Dismiss',
}

const KINDS: Record<Entry['about']['kind'], string> = {
  onboard: 'onboarding',
  test: 'test',
  final: 'final',
  decline: 'decline',
  undoDecline: 'undoing the decline',
  release: 'undoing the onboarding',
  request: 'request to delivery',
}

/** These drop what was recorded here, so they are asked about. */
const DROPS: readonly CardWay[] = ['theirs', 'remove', 'drop']

interface Question {
  title: string
  cards: readonly Card[]
  theirs: boolean
  act: () => Promise<void>
}

/**
 * Refused entries, athlete by athlete: both values, and the choices for settling them. Nothing is dropped without a
 * question. While one is settled, the others wait: a second press of the same button would do it twice.
 */
export function RefusedDrawer({ cards, message, protocolsOf, onWay, onClose }: RefusedDrawerProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const run = async (act: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setQuestion(null)
    setProblem(null)
    setBusy(true)
    const failure = await act().then(
      () => null,
      (cause: unknown) => (cause instanceof OutboxError ? cause.message : errorSentence(cause)),
    )
    running.current = false
    focusAfter(
      () => {
        setProblem(failure)
        setBusy(false)
      },
      // What was pressed has gone with its card.
      () => list.current?.closest('dialog')?.querySelector('h2'),
    )
  }
  const choose = (card: Card, way: CardWay) => {
    const act = () => onWay(card, way)
    if (!DROPS.includes(way)) return void run(act)
    const whose = card.name ? `${LABELS[way]}: ${card.name}?` : `${LABELS[way]}?`
    setQuestion({ title: whose, cards: [card], theirs: way === 'theirs', act })
  }
  /** What the server has something of. */
  const conflicts = cards.filter(({ ways }) => ways.includes('theirs'))
  const dropped = question?.cards.reduce((sum, { entries }) => sum + entries.length, 0) ?? 0
  const athletes = question && question.cards.length > 1 ? ` of ${question.cards.length} athletes` : ''
  return (
    <Dialog
      open
      size="wide"
      title="Refused by the server"
      onClose={onClose}
      actions={
        conflicts.length > 1 && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() =>
              setQuestion({
                title: `Keep theirs for all ${conflicts.length}?`,
                cards: conflicts,
                theirs: true,
                act: async () => {
                  for (const card of conflicts) await onWay(card, 'theirs')
                },
              })
            }
          >
            Keep theirs for all {conflicts.length}
          </Button>
        )
      }
    >
      <div ref={list}>
        <Stack gap={4}>
          <LiveRegion>{message && <p>{message}</p>}</LiveRegion>
          {problem !== null && (
            <p className={textStyles.problem} role="alert">
              {problem}
            </p>
          )}
          {cards.length === 0 && <p>All settled. Nothing is waiting here.</p>}
          <Stack as="ul" gap={4} inert={busy}>
            {cards.map((card) => (
              <li key={card.id} className={styles.entry}>
                <RefusedCard
                  card={card}
                  protocols={protocolsOf(card.bookingId)}
                  onWay={(way) => choose(card, way)}
                />
              </li>
            ))}
          </Stack>
        </Stack>
      </div>
      {question && (
        <ActionDialog
          role="alertdialog"
          title={question.title}
          onClose={() => setQuestion(null)}
          yes={`Drop ${counted(dropped, 'entry', 'entries')}`}
          no="Go back"
          variant="danger"
          noVariant="secondary"
          onYes={() => void run(question.act)}
        >
          <p>
            {question.theirs && 'The server’s values stay as they are. '}What was recorded here and refused is
            dropped: {counted(dropped, 'entry', 'entries')}
            {athletes}.
            {question.cards.some(staysDeclined) && ' An athlete who stays declined leaves this tablet.'}
          </p>
        </ActionDialog>
      )}
    </Dialog>
  )
}

interface RefusedCardProps {
  card: Card
  protocols: Protocols | null
  onWay: (way: CardWay) => void
}

function RefusedCard({ card, protocols, onWay }: RefusedCardProps) {
  const { name, entries, rows, failures, otherDay, testedOn, ways } = card
  const { testScore } = useRules()
  const first = entries[0]?.recordedAt ?? 0
  const hasResults = rows.some(({ here, there }) => here || there)
  const before = testedOn !== null && testedOn !== londonToday() && isRecent(testedOn) ? testedOn : null
  /** What was recorded, with the points that the tablet shows for it. */
  const scored = (test: string, value: Value | null): Value | null => {
    const protocol = protocols?.tests.find(({ TestType }) => TestType === test)
    const score = protocol && value?.status === 'closed' ? testScore(protocol, value.attempts) : null
    return value && score?.ok ? { ...value, score: score.value } : value
  }
  const unitOf = (test: string) => protocols?.tests.find(({ TestType }) => TestType === test)?.unit ?? ''
  return (
    <article aria-label={name}>
      <Cluster as="h3" gap={[1, 3]} align="baseline" className={textStyles.h4}>
        {name}
        <span className={styles.time}>{`${whatOf(entries)}, recorded from ${londonTime(first)}`}</span>
      </Cluster>
      {failures.map((failure) => (
        <p key={failure.errorCode} className={textStyles.problem}>
          {failure.errorCode === '422' ? 'Another tablet has onboarded them.' : staffSentence(failure, name)}
        </p>
      ))}
      {otherDay !== null && (
        <p>
          It is on {longDay(otherDay)}.{' '}
          {ways.includes('override')
            ? `If you onboard it anyway, it moves to ${before === null ? 'today' : longDay(before)}.`
            : `Ask programme delivery to onboard it${before === null ? '' : ` for ${longDay(before)}`} (Bookings → Onboard), then send again.`}
        </p>
      )}
      {ways.includes('carryOn') && <p>Close each test on one of the tablets only.</p>}
      {hasResults && (
        <Table look="versions" columns={['Test', 'Here', 'Server']} className={styles.table}>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.test}
                row={{ ...row, here: scored(row.test, row.here) }}
                unit={unitOf(row.test)}
              />
            ))}
          </tbody>
        </Table>
      )}
      <Cluster gap={2}>
        {ways.map((way, at) => (
          <Button key={way} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => onWay(way)}>
            {LABELS[way]}
          </Button>
        ))}
      </Cluster>
    </article>
  )
}

/** `6 tests and the final`. */
function whatOf(entries: readonly Entry[]): string {
  // One test may have been recorded more than once.
  const tests = new Set(entries.flatMap(({ about }) => (about.kind === 'test' ? [about.test] : []))).size
  const others = entries.filter(({ about }) => about.kind !== 'test').map(({ about }) => KINDS[about.kind])
  const words = [...(tests ? [counted(tests, 'test')] : []), ...new Set(others)]
  const text =
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Row({ row: { test, here, there, differs }, unit }: { row: CardRow; unit: string }) {
  return (
    <tr data-differs={differs}>
      <th scope="row">
        {test}
        {differs && <VisuallyHidden>, different</VisuallyHidden>}
      </th>
      <td>
        <ResultValue value={here} unit={unit} />
      </td>
      <td>{there === undefined ? 'Not known' : <ResultValue value={there} unit={unit} />}</td>
    </tr>
  )
}

function ResultValue({ value, unit }: { value: Value | null; unit: string }) {
  if (value === null) return 'Nothing'
  if (value.status === 'dnt') return 'Did not test'
  return (
    <>
      {value.attempts.length === 0 && '–'}
      {value.attempts.map((raw, at) => (
        <Fragment key={at}>
          {at > 0 && ', '}
          <span className={textStyles.nowrap}>{measureText(raw, unit)}</span>
        </Fragment>
      ))}
      {value.score !== null && <strong className={styles.score}>{points(value.score)} points</strong>}
    </>
  )
}
