import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import {
  addDays,
  dateAndTime,
  longDay,
  weekdayIndex,
  weekdayNames,
  type CivilDate,
} from '../../../academy/civil-date'
import { errorSentence } from '../../../api/error-sentence'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import { Form, FormButtons } from '../../../components/form/Form'
import type { FormProblem } from '../../../components/form/FormSummary'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { useRules } from '../../../rules'
import { useOperation } from '../../../state/use-operation'
import type { SlotKey } from '../calendar/places'
import type { BookingEntry } from '../entry'
import type { Book } from '../use-book'
import { addAlert, alertsQuery, hasAlready, PARTS, UNTIL_DAYS_MAX } from './alerts'
import styles from './TimeAlerts.module.css'

/** How long an alert lasts unless its athlete says otherwise, in days. */
const USUAL_DAYS = 56

interface AlertFormProps {
  book: Book
  /** Their booking, if they have one. */
  moving: BookingEntry | null
  /** The day looked at, whose weekday is proposed. */
  date: CivilDate
  onChoose: (slot: SlotKey) => void
  onMade: () => void
  onLeave: () => void
}

/** Which times somebody would take. If there is one already, it says so at once, by the rules. */
export function AlertForm({ book, moving, date, onChoose, onMade, onLeave }: AlertFormProps) {
  const { WEEKDAYS } = useRules()
  const client = useQueryClient()
  const errorId = useId()
  const [days, setDays] = useState(() => WEEKDAYS.filter((_, index) => index === weekdayIndex(date)))
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('ANY')
  const [until, setUntil] = useState(() => addDays(book.today, USUAL_DAYS))
  const [attempt, setAttempt] = useState(0)
  const add = useOperation(async (wanted: Parameters<typeof addAlert>[0], key) => {
    await addAlert(wanted, key)
    await client.invalidateQueries({ queryKey: alertsQuery().queryKey })
  })
  const [first, last] = [addDays(book.today, 1), addDays(book.today, UNTIL_DAYS_MAX)]
  const noDays = days.length === 0
  const badUntil = until < first || until > last
  const already = noDays || badUntil ? null : book.earliest({ days, part, until })
  const settled = !badUntil && hasAlready(moving, { days, part, until })
  const problems: FormProblem[] =
    attempt === 0
      ? []
      : [
          ...(noDays ? [{ field: 'alert-days', message: 'Choose at least one day.' }] : []),
          ...(badUntil
            ? [
                {
                  field: 'alert-until',
                  message: `Choose a day after today, at most ${UNTIL_DAYS_MAX} days ahead.`,
                },
              ]
            : []),
        ]
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setAttempt((count) => count + 1)
    if (noDays || badUntil) return
    const outcome = await add.run({ days, part, until })
    if (outcome.ok) onMade()
  }
  return (
    <Form problems={problems} attempt={attempt} onSubmit={(event) => void send(event)}>
      <Stack
        as="fieldset"
        gap={2}
        shrink
        id={fieldId('alert-days')}
        aria-describedby={noDays ? errorId : undefined}
      >
        <legend className={text.legend}>Days</legend>
        <Stack gap={1} className={styles.toggles}>
          {WEEKDAYS.map((day, index) => (
            <button
              key={day}
              type="button"
              aria-pressed={days.includes(day)}
              className={styles.toggle}
              onClick={() => setDays(WEEKDAYS.filter((other) => days.includes(other) !== (other === day)))}
            >
              <span aria-hidden="true">{weekdayNames[index]?.slice(0, 3)}</span>
              <VisuallyHidden>{weekdayNames[index]}</VisuallyHidden>
            </button>
          ))}
        </Stack>
        <FieldError id={errorId}>{problemOf('alert-days')}</FieldError>
      </Stack>
      <RadioGroup
        label="Part of the day"
        hint="Mornings end at 12:00, evenings begin at 17:00."
        name="alert-part"
        inline
        options={PARTS}
        value={part}
        onChange={(event) => {
          const chosen = PARTS.find(({ value }) => value === event.currentTarget.value)
          if (chosen) setPart(chosen.value)
        }}
      />
      <TextField
        label="Until"
        type="date"
        name="alert-until"
        min={first}
        max={last}
        value={until}
        error={problemOf('alert-until')}
        className={styles.until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Stack gap={3} role="status">
        {settled && (
          <Notice>
            You have a time like that already, so you would not hear from us. Choose an earlier last day,
            another part of the day or other days.
          </Notice>
        )}
        {already && (
          <Notice
            title={`There’s one already: ${dateAndTime(already.date, already.time, longDay)}`}
            actions={
              <Button variant="secondary" onClick={() => onChoose(already)}>
                Take me there
              </Button>
            }
          >
            {!settled && 'We can still tell you about others that open later.'}
          </Notice>
        )}
      </Stack>
      {add.error && (
        <p role="alert" className={text.problem}>
          {errorSentence(add.error)}
        </p>
      )}
      <FormButtons
        submit={already && !settled ? 'Tell me about later ones' : 'Set the alert'}
        busy={add.status === 'loading'}
        onLeave={onLeave}
      />
    </Form>
  )
}
