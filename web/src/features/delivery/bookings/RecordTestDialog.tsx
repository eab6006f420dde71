import { useQueryClient } from '@tanstack/react-query'
import { measured } from '../../../academy/measure'
import { fullName } from '../../../academy/names'
import { Checkbox } from '../../../components/form/Checkbox'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { refreshBookings } from '../refresh-bookings'
import { recordTest, type BookingDetails } from './api'

interface RecordTestDialogProps {
  booking: BookingDetails
  /** The tests without a result. */
  missing: readonly Protocol[]
  onClose: () => void
}

type Protocol = NonNullable<BookingDetails['protocols']>['tests'][number]

/** The tests of an onboarded visit that have no result. */
export const missingTests = ({ protocols, results }: BookingDetails): readonly Protocol[] =>
  (protocols?.tests ?? []).filter(
    ({ TestType }) => !results.some((result) => result.TestType === TestType && result.status !== 'open'),
  )

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
  const form = useForm({
    initial: { test: '', attempts: [] as readonly string[], notDone: false },
    check: ({ test, attempts, notDone }) => {
      if (!missing.some(({ TestType }) => TestType === test))
        return [{ field: 'test', message: 'Choose a test.' }]
      if (notDone) return []
      const read = measured(attempts)
      if (read.includes(null)) return [{ field: 'attempts', message: 'An attempt is a number.' }]
      return read.length === 0 ? [{ field: 'attempts', message: 'Type at least one attempt.' }] : []
    },
    send: async ({ test, attempts, notDone }) => {
      const scores = notDone ? [] : measured(attempts).flatMap((score) => (score === null ? [] : [{ score }]))
      const result = { TestType: test, Attempts: scores, Status: notDone ? 'dnt' : 'closed' }
      const outcome = await record.run({ uaid, eventBookingId, result })
      if (!outcome.ok) return
      show({ tone: 'good', message: `${test} ${notDone ? 'marked as not done' : 'recorded'}: ${name}.` })
      onClose()
    },
    onChange: record.reset,
    nameOf: (key) => `record-${key}`,
  })
  const { test, attempts, notDone } = form.values
  const chosen = missing.find(({ TestType }) => TestType === test)
  return (
    <ActionDialog
      title={`Record a missing test of ${name}`}
      onClose={onClose}
      yes={notDone ? 'Mark it as not done' : 'Record it'}
      no="Not now"
      operation={record}
      onYes={() => void form.submit()}
    >
      <p>
        For a test that the server has no result of. If a tablet still has one that is not sent, let that
        tablet send it instead.
      </p>
      <SelectField
        label="Test"
        placeholder="Choose a test"
        options={missing.map(({ TestType }) => ({ value: TestType, label: TestType }))}
        {...form.field('test')}
        // What was typed is in the unit of the former test.
        onChange={(event) => form.set({ test: event.currentTarget.value, attempts: [] })}
      />
      {chosen && (
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

/** The attempt that is not a number; the first if all are, or none was typed. */
const wrongPlace = (attempts: readonly string[]) =>
  Math.max(
    attempts.findIndex((text) => measured([text]).includes(null)),
    0,
  )
