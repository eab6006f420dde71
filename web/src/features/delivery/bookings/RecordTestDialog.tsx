import { useQueryClient } from '@tanstack/react-query'
import { isRecent } from '../../../academy/late-results'
import { measured, measuresText } from '../../../academy/measure'
import { fullName } from '../../../academy/names'
import { points } from '../../../academy/numbers'
import type { Answer } from '../../../api/contract'
import { detailsOf } from '../../../api/refusal'
import { Checkbox } from '../../../components/form/Checkbox'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { refreshBookings } from '../refresh-bookings'
import { recordTest, type BookingDetails, type BookingRow } from './api'

interface RecordTestDialogProps {
  booking: BookingDetails
  missing: readonly MissingTest[]
  onClose: () => void
}

type Protocol = NonNullable<BookingDetails['protocols']>['tests'][number]

/** A test without a result, or one that was marked as not done. */
interface MissingTest extends Protocol {
  /** The revision of the mark that a result replaces; null if there is none. */
  replaces: number | null
}

/**
 * Whether the server takes results of a visit: one that is open, and for some days one that ended without a score (RULES 4.5),
 * unless that was removed.
 */
export const takesResults = ({ eventTestStatus, bookingDate, scoreRemoved }: BookingRow): boolean =>
  eventTestStatus === 'booked' || (eventTestStatus === 'dnt' && !scoreRemoved && isRecent(bookingDate))

/** What is missing of an onboarded visit. */
export const missingTests = ({ protocols, results }: BookingDetails): MissingTest[] =>
  (protocols?.tests ?? []).flatMap((protocol) => {
    const stored = results.find(({ TestType }) => TestType === protocol.TestType)
    if (stored?.status === 'closed') return []
    return [{ ...protocol, replaces: stored?.status === 'dnt' ? stored.revision : null }]
  })

/** Records a test for a desk that did not, or that it was not done (RULES 4.5). */
export function RecordTestDialog({ booking, missing, onClose }: RecordTestDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const { uaid, eventBookingId } = booking
  const record = useOperation(recordTest, {
    // After a refusal too: another tablet may have recorded it meanwhile.
    onSettled: () => refreshBookings(client),
  })
  const name = fullName(booking)
  const find = (test: string) => missing.find(({ TestType }) => TestType === test)
  /** A test that is marked as not done already can only be recorded. */
  const isSkipped = (test: string, notDone: boolean) => notDone && find(test)?.replaces === null
  const form = useForm({
    initial: { test: '', attempts: [] as readonly string[], notDone: false },
    check: ({ test, attempts, notDone }) => {
      if (!find(test)) return [{ field: 'test', message: 'Choose a test.' }]
      if (isSkipped(test, notDone)) return []
      const read = measured(attempts)
      if (read.includes(null)) return [{ field: 'attempts', message: 'An attempt is a number.' }]
      return read.length === 0 ? [{ field: 'attempts', message: 'Type at least one attempt.' }] : []
    },
    send: async ({ test, attempts, notDone }) => {
      const skipped = isSkipped(test, notDone)
      const scores = skipped ? [] : measured(attempts).flatMap((score) => (score === null ? [] : [{ score }]))
      const replaces = find(test)?.replaces ?? null
      const result = {
        TestType: test,
        Attempts: scores,
        Status: skipped ? 'dnt' : 'closed',
        ...(replaces !== null && { replaces }),
      }
      const outcome = await record.run({ uaid, eventBookingId, result })
      if (!outcome.ok) return
      show({ tone: 'good', message: `${test} ${skipped ? 'marked as not done' : 'recorded'}: ${name}.` })
      onClose()
    },
    onChange: record.reset,
    nameOf: (key) => `record-${key}`,
  })
  const { test, attempts } = form.values
  const chosen = find(test)
  const notDone = isSkipped(test, form.values.notDone)
  const stored = detailsOf(record.error, 'TEST_CLOSED')?.current
  return (
    <ActionDialog
      title={`Record a test of ${name}`}
      onClose={onClose}
      yes={notDone ? 'Mark it as not done' : 'Record it'}
      no="Not now"
      operation={record}
      disabled={missing.length === 0}
      onYes={() => void form.submit()}
    >
      {missing.length === 0 ? (
        <p>Every test has a result by now.</p>
      ) : (
        <>
          <p>
            For a test that the server has no result of, or that was marked as not done. If a tablet still has
            one that is not sent, let that tablet send it instead.
          </p>
          <SelectField
            label="Test"
            placeholder="Choose a test"
            options={missing.map(({ TestType, replaces }) => ({
              value: TestType,
              label: replaces === null ? TestType : `${TestType} (not done)`,
            }))}
            {...form.field('test')}
            value={chosen ? test : ''}
            // What was typed is in the unit of the former test.
            onChange={(event) => form.set({ test: event.currentTarget.value, attempts: [], notDone: false })}
          />
        </>
      )}
      {stored && stored.status !== 'open' && (
        <p>
          Somebody else recorded it meanwhile: <strong>{storedText(stored, booking)}</strong>
        </p>
      )}
      {chosen?.replaces === null && (
        <Checkbox
          label="It was not done"
          hint="Then the visit ends without a score."
          {...form.tick('notDone')}
        />
      )}
      {chosen &&
        !notDone &&
        Array.from({ length: chosen.attempts }, (_, place) => (
          <TextField
            key={place}
            label={`Attempt ${place + 1}, in ${chosen.unit}`}
            hint={place === 0 ? `Plausible: ${chosen.low} to ${chosen.high}` : undefined}
            optional={place > 0}
            error={place === wrongPlace(attempts) ? form.errorOf('attempts') : undefined}
            name={`record-attempt-${place}`}
            inputMode="decimal"
            autoComplete="off"
            value={attempts[place] ?? ''}
            onChange={(event) => {
              const texts = Array.from({ length: chosen.attempts }, (_, at) => attempts[at] ?? '')
              form.set({ attempts: texts.with(place, event.currentTarget.value) })
            }}
          />
        ))}
    </ActionDialog>
  )
}

/** `Speed, 3.45 · 3.50 s, 50.00 points`. */
function storedText(
  { TestType, status, score, Attempts }: Answer<'RecordedTest'>,
  { protocols }: BookingDetails,
): string {
  if (status === 'dnt') return `${TestType}, not done`
  const unit = protocols?.tests.find((protocol) => protocol.TestType === TestType)?.unit ?? ''
  const attempts = measuresText(
    Attempts.map((attempt) => attempt.score),
    unit,
  )
  return `${TestType}, ${attempts}, ${points(score)} points`
}

/** The attempt that is not a number; the first if all are, or none was typed. */
const wrongPlace = (attempts: readonly string[]) =>
  Math.max(
    attempts.findIndex((text) => measured([text]).includes(null)),
    0,
  )
