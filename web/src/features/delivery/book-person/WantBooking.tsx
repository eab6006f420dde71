import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { errorSentence } from '../../../api/errors'
import type { BookingAnswer } from '../../../api/types'
import { addDays, dateAndTime, shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Checkbox } from '../../../components/form/Checkbox'
import { Cluster } from '../../../components/layout/Cluster'
import { Notice } from '../../../components/feedback/Notice'
import { TextArea } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { bookFor, type Bookable, type Slot } from '../bookings/api'
import { PlacePicker, type PlaceChoice } from '../places/PlacePicker'
import styles from './BookPerson.module.css'
import { refusalText } from './words'

/** As the server takes it. */
const HELP_MAX = 500

interface WantBookingProps {
  bookable: Bookable
  atDesk: boolean
  /** Opened for a request of assistance. */
  assistance: boolean
  /** Booked; without a time they wait in the queue. */
  onBooked: (answer: BookingAnswer, place: Slot | null) => void
}

/** A day, a time and whether help is needed; or a request for assistance without a time. */
export function WantBooking({ bookable, atDesk, assistance, onBooked }: WantBookingProps) {
  const { uaid, eventTestType: kind, lastCompleted, refusal } = bookable
  const [help, setHelp] = useState(assistance || refusal !== null)
  const [words, setWords] = useState('')
  const [queued, setQueued] = useState(refusal !== null)
  const [choice, setChoice] = useState<PlaceChoice>({
    date: atDesk ? londonToday() : addDays(londonToday(), 1),
    time: null,
    bypass: false,
  })
  const { date, time, bypass } = choice
  const place = queued || time === null ? null : { date, time }
  const book = useOperation(bookFor)
  const confirm = async () => {
    const outcome = await book.run({
      uaid,
      kind,
      place,
      bypassBookingRule: bypass && !queued,
      assistanceRequired: help,
      assistanceType: words.trim(),
    })
    if (outcome.ok) onBooked(outcome.data, place)
  }
  return (
    <Stack gap={4} shrink className={styles.want}>
      <p className={text.note}>
        {kind === 'test' ? 'Their first test.' : 'A retest.'}
        {lastCompleted && ` They were last tested on ${shortDate(lastCompleted)}.`}
      </p>
      {refusal && (
        <Notice title="Only a request for assistance is possible">
          {refusalText(refusal, bookable.firstName)}
        </Notice>
      )}
      <Checkbox
        label="They need assistance"
        name="book-person-help"
        checked={help}
        disabled={queued}
        onChange={(event) => {
          setHelp(event.currentTarget.checked)
          book.reset()
        }}
      />
      {help && (
        <TextArea
          label="Which help"
          hint="Health details: the desk and programme delivery see them, a coach does not."
          name="book-person-help-words"
          optional
          rows={2}
          maxLength={HELP_MAX}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            book.reset()
          }}
        />
      )}
      {help && !atDesk && !refusal && (
        <Checkbox
          label="Choose the place later"
          hint="They wait in the assistance queue."
          name="book-person-later"
          checked={queued}
          onChange={(event) => {
            setQueued(event.currentTarget.checked)
            book.reset()
          }}
        />
      )}
      {!queued && (
        <PlacePicker
          kind={kind}
          value={choice}
          held={null}
          lastCompleted={lastCompleted}
          atDesk={atDesk}
          onChange={(next) => {
            setChoice(next)
            book.reset()
          }}
        />
      )}
      {book.error && (
        <Notice tone="problem" role="alert">
          {book.error.errorCode in STAFF_ERRORS
            ? STAFF_ERRORS[book.error.errorCode]
            : errorSentence(book.error)}
        </Notice>
      )}
      <Cluster gap={3}>
        <Button
          busy={book.status === 'loading'}
          disabled={!queued && time === null}
          onClick={() => void confirm()}
        >
          {queued ? 'Put into the queue' : time === null ? 'Pick a time' : `Book ${dateAndTime(date, time)}`}
        </Button>
      </Cluster>
    </Stack>
  )
}

/** Refusals whose own sentence speaks to the athlete. */
const STAFF_ERRORS: Readonly<Record<string, string>> = {
  SLOT_FULL: 'Someone just took the last place at that time. Pick another time.',
  RETEST_TOO_SOON: 'It is too soon after their last test. Pick a later day.',
  BOOKING_OPEN_EXISTS: 'They have a booking by now. Look them up again.',
}
