import { londonToday } from '../../../academy/london'
import { staffSentence } from '../../../api/staff-sentence'
import type { BookingAnswer } from '../../../api/types'
import { addDays, dateAndTime, shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Checkbox } from '../../../components/form/Checkbox'
import { Cluster } from '../../../components/layout/Cluster'
import { Notice } from '../../../components/feedback/Notice'
import { TextArea } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { bookFor, type Bookable, type Slot } from '../bookings/api'
import { PlacePicker, type PlaceChoice } from '../slot-picker/PlacePicker'
import { refusalText } from './words'

/** As the server takes it. */
const HELP_MAX = 500

interface Wanted {
  help: boolean
  words: string
  /** They wait in the queue for a place. */
  later: boolean
  choice: PlaceChoice
}

interface BookingFormProps {
  bookable: Bookable
  atDesk: boolean
  /** Opened to request assistance. */
  assistance: boolean
  /** Booked; without a time they wait in the queue. */
  onBooked: (answer: BookingAnswer, place: Slot | null) => void
}

/** A day, a time and whether help is needed; or a request for assistance without a time. */
export function BookingForm({ bookable, atDesk, assistance, onBooked }: BookingFormProps) {
  const { uaid, eventTestType: kind, lastCompleted, refusal } = bookable
  const book = useOperation(bookFor)
  const form = useForm<Wanted>({
    initial: {
      help: assistance || refusal !== null,
      words: '',
      later: refusal !== null,
      choice: {
        date: atDesk ? londonToday() : addDays(londonToday(), 1),
        time: null,
        bypass: false,
      },
    },
    send: async ({ help, words, later, choice: { date, time, bypass } }) => {
      const place = later || time === null ? null : { date, time }
      const outcome = await book.run({
        uaid,
        kind,
        place,
        bypassBookingRule: bypass && !later,
        assistanceRequired: help,
        assistanceType: words.trim(),
      })
      if (outcome.ok) onBooked(outcome.data, place)
    },
    onChange: book.reset,
    nameOf: (key) => (key === 'words' ? 'book-person-help-words' : `book-person-${key}`),
  })
  const { help, later, choice } = form.values
  const { date, time } = choice
  return (
    <Stack gap={4} shrink="all">
      <p className={text.note}>
        {kind === 'test' ? 'Their first test.' : 'A retest.'}
        {lastCompleted && ` They were last tested on ${shortDate(lastCompleted)}.`}
      </p>
      {refusal && (
        <Notice title="Only a request for assistance is possible">
          {refusalText(refusal, bookable.firstName)}
        </Notice>
      )}
      <Checkbox label="They need assistance" {...form.tick('help')} disabled={later} />
      {help && (
        <TextArea
          label="Which help"
          hint="Health details: the desk and programme delivery see them, a coach does not."
          {...form.field('words')}
          optional
          rows={2}
          maxLength={HELP_MAX}
        />
      )}
      {help && !atDesk && !refusal && (
        <Checkbox
          label="Choose the place later"
          hint="They wait in the assistance queue."
          {...form.tick('later')}
        />
      )}
      {!later && (
        <PlacePicker
          kind={kind}
          value={choice}
          held={null}
          lastCompleted={lastCompleted}
          atDesk={atDesk}
          onChange={(next) => form.set({ choice: next })}
        />
      )}
      {book.error && (
        <Notice tone="problem" role="alert">
          {staffSentence(book.error, bookable.firstName)}
        </Notice>
      )}
      <Cluster gap={3}>
        <Button busy={form.busy} disabled={!later && time === null} onClick={() => void form.submit()}>
          {later ? 'Put into the queue' : time === null ? 'Pick a time' : `Book ${dateAndTime(date, time)}`}
        </Button>
      </Cluster>
    </Stack>
  )
}
