import { Suspense, useId, type ReactNode } from 'react'
import { sentenceForCode, errorSentence } from '../../../api/errors'
import type { BookingType } from '../../../api/wire'
import { isCivilDate, shortDay, type CivilDate } from '../../../civil-date'
import { Checkbox } from '../../../components/Checkbox'
import { Icon } from '../../../components/Icon'
import { ErrorState, Loading, Skeleton } from '../../../components/States'
import { TextField } from '../../../components/TextField'
import styles from './PlacePicker.module.css'
import { REASON_WORD, useOffer } from './use-offer'

export interface PlaceChoice {
  date: CivilDate
  /** None yet: the day was chosen only. */
  time: string | null
  /** The calendar's rules are set aside. */
  bypass: boolean
}

interface PlacePickerProps {
  kind: BookingType
  value: PlaceChoice
  /** The place that the booking holds already: it can be kept even where its time is full. */
  held: { date: string; time: string } | null
  onChange: (choice: PlaceChoice) => void
}

const WAITING = (
  <Loading label="Looking up what is free">
    <Skeleton height="16rem" />
  </Loading>
)

/** A day and one of its quarter hours, with the places left and why the others cannot be had. */
export function PlacePicker(props: PlacePickerProps) {
  const { value, onChange } = props
  return (
    <div className={styles.picker}>
      <TextField
        label="Day"
        type="date"
        name="place-day"
        value={value.date}
        onChange={(event) => {
          const date = event.currentTarget.value
          if (isCivilDate(date)) onChange({ ...value, date, time: null })
        }}
      />
      <Suspense fallback={WAITING}>
        <Times {...props} />
      </Suspense>
      <Checkbox
        label="Set the calendar’s rules aside"
        hint="Lifts notice, window and the wait before a retest. Never fullness or a closed day."
        name="place-bypass"
        checked={value.bypass}
        onChange={(event) => onChange({ ...value, time: null, bypass: event.currentTarget.checked })}
      />
    </div>
  )
}

function Times({ kind, value, held, onChange }: PlacePickerProps) {
  const id = useId()
  const state = useOffer(kind, value.date, value.bypass)
  if (state.status === 'loading') return WAITING
  if (state.status === 'failed')
    return <ErrorState message={errorSentence(state.error)} onRetry={state.retry} retrying={state.retrying} />
  const { day, next } = state.offer
  const choose = (time: string) => onChange({ ...value, time })
  const own = held?.date === value.date ? held.time : null
  // What is held can be kept, also where the day offers it to nobody any more.
  const slots =
    own === null || day.slots.some(({ time }) => time === own)
      ? day.slots
      : [...day.slots, { time: own, remaining: 0, available: false, reason: undefined }].sort((a, b) =>
          a.time < b.time ? -1 : 1,
        )
  return (
    <>
      {next.length > 0 && (
        <ul className={styles.next} aria-label="Next days with places">
          {next.map(({ date, left }) => (
            <li key={date}>
              <button
                type="button"
                className={styles.day}
                aria-pressed={date === value.date}
                onClick={() => onChange({ ...value, date, time: null })}
              >
                <strong>{shortDay(date)}</strong>
                <span>{left === 1 ? '1 place' : `${left} places`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <fieldset className={styles.times}>
        <legend className={styles.legend}>Times on {shortDay(value.date)}</legend>
        {slots.length === 0 ? (
          <p className={styles.none}>
            <Icon name="info" small />
            {(day.reason && day.reason !== 'NOT_OFFERED' && sentenceForCode(day.reason)) ||
              'Nothing is offered that day. Pick another one.'}
          </p>
        ) : (
          <div className={styles.grid}>
            {slots.map(({ time, remaining, available, reason }) => (
              <Time
                key={time}
                name={id}
                time={time}
                checked={time === value.time}
                disabled={!available && time !== own}
                onChoose={() => choose(time)}
              >
                {time === own
                  ? 'Held'
                  : available
                    ? `${remaining} left`
                    : reason
                      ? REASON_WORD[reason]
                      : 'Full'}
              </Time>
            ))}
          </div>
        )}
      </fieldset>
    </>
  )
}

interface TimeProps {
  name: string
  time: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
  children: ReactNode
}

function Time({ name, time, checked, disabled, onChoose, children }: TimeProps) {
  return (
    <label className={styles.time}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={time}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <strong>{time}</strong>
      <span className={styles.left}>{children}</span>
    </label>
  )
}
