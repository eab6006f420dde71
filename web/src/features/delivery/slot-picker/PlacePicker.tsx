import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react'
import { counted } from '../../../academy/numbers'
import { REFUSAL_WORDS } from '../../../academy/slot-words'
import { errorSentence } from '../../../api/error-sentence'
import { sentenceForCode } from '../../../api/errors'
import { useRules } from '../../../rules'
import { isCivilDate, shortDay, type CivilDate } from '../../../academy/civil-date'
import { Checkbox } from '../../../components/form/Checkbox'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { TextField } from '../../../components/form/TextField'
import styles from './PlacePicker.module.css'
import { spreadTeamAt, type TeamPlaces } from './team-spread'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import box from '../../../components/layout/box.module.css'
import { useBookableTimes, type BookedKind } from './use-bookable-times'

export interface PlaceChoice {
  date: CivilDate
  /** Null while only the day is chosen. */
  time: string | null
  /** The calendar's rules are lifted. */
  bypass: boolean
}

interface PlacePickerProps {
  kind: BookedKind
  value: PlaceChoice
  /** The booking's present place, which can be kept even if its time is full. */
  held: { date: string; time: string } | null
  /** A team: it is spread over the next times if one is too small for it, and a time from which it does not fit is greyed. */
  team?: TeamPlaces
  /** The day of their latest completed test; absent if only the server knows it. */
  lastCompleted?: CivilDate | null
  /** The desk: only today, without notice. */
  atDesk?: boolean
  onChange: (choice: PlaceChoice) => void
}

const WAITING = (
  <Loading label="Looking up what is free">
    <Skeleton height="16rem" />
  </Loading>
)

/** A day and one of its quarter hours, with the places left, or why it cannot be booked. */
export function PlacePicker(props: PlacePickerProps) {
  const { value, atDesk, held } = props
  // Once a day has been chosen by hand, it stays.
  const chosen = useRef(atDesk || held !== null)
  const onChange = (choice: PlaceChoice) => {
    chosen.current = true
    props.onChange(choice)
  }
  return (
    <Stack gap={4} shrink="children">
      {!atDesk && (
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
      )}
      <Suspense fallback={WAITING}>
        <Times {...props} chosen={chosen} onChange={onChange} />
      </Suspense>
      {!atDesk && (
        <Checkbox
          label="Ignore the booking rules"
          hint="Books without notice, before a day opens, beyond the window or before a retest is due. Full times and closed days stay closed."
          name="place-bypass"
          checked={value.bypass}
          onChange={(event) => onChange({ ...value, time: null, bypass: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

type TimesProps = PlacePickerProps & { chosen: { readonly current: boolean | undefined } }

function Times({ kind, value, held, team, lastCompleted, atDesk, chosen: byHand, onChange }: TimesProps) {
  const id = useId()
  const rules = useRules()
  const state = useBookableTimes({ kind, date: value.date, bypass: value.bypass, lastCompleted, atDesk })
  // Until a day is chosen, the first one with places is shown.
  const bookable = state.status === 'ready' ? state.times : null
  useEffect(() => {
    const [first] = bookable?.next ?? []
    if (!bookable || !first || byHand.current || value.time !== null) return
    if (!bookable.day.slots.some(({ available }) => available)) onChange({ ...value, date: first.date })
  }, [bookable, value, byHand, onChange])
  if (state.status === 'loading') return WAITING
  if (state.status === 'failed')
    return <ErrorState message={errorSentence(state.error)} onRetry={state.retry} retrying={state.retrying} />
  const { day, notOpen, next } = state.times
  const choose = (time: string) => onChange({ ...value, time })
  const own = held?.date === value.date ? held.time : null
  // Late in the day the times that are left would be far below those that are over.
  const ahead = day.slots.filter(({ time, reason }) => reason !== 'TIME_PAST' || time === own)
  // A present time can be kept, even if it is no longer offered.
  const slots =
    own === null || ahead.some(({ time }) => time === own)
      ? ahead
      : [...ahead, { time: own, remaining: 0, available: false, reason: undefined }].sort((a, b) =>
          a.time < b.time ? -1 : 1,
        )
  const spreadAt = (time: string) =>
    team && team.people.length > 0 ? spreadTeamAt(rules, team, held, { date: value.date, time }, slots) : null
  const times = slots.map(({ time, remaining, available, reason }) => {
    const spread = spreadAt(time)
    const short = spread !== null && 'room' in spread ? spread.room : null
    const disabled = team ? short !== null || (!available && spread === null) : !available && time !== own
    return { time, remaining, available, reason, spread, short, disabled }
  })
  const allDisabled = times.every(({ disabled }) => disabled)
  const chosen = value.time === null ? null : spreadAt(value.time)
  return (
    <>
      {!atDesk && next.length > 0 && (
        <Cluster as="ul" gap={2} nowrap className={styles.next} aria-label="Next days with places">
          {next.map(({ date, left }) => (
            <li key={date}>
              <button
                type="button"
                className={classNames(styles.day, box.control)}
                aria-pressed={date === value.date}
                onClick={() => onChange({ ...value, date, time: null })}
              >
                <strong>{shortDay(date)}</strong>
                <span>{counted(left, 'place')}</span>
              </button>
            </li>
          ))}
        </Cluster>
      )}
      <fieldset>
        <legend className={styles.legend}>
          {atDesk ? 'Times today' : `Times on ${shortDay(value.date)}`}
        </legend>
        {notOpen && (
          <Cluster as="p" gap={2} nowrap className={text.quiet}>
            <Icon name="info" small />
            {notOpen}
          </Cluster>
        )}
        {slots.length === 0 || (notOpen && allDisabled) ? (
          !notOpen && (
            <Cluster as="p" gap={2} nowrap className={text.quiet}>
              <Icon name="info" small />
              {day.slots.length > 0
                ? 'Today’s times are over.'
                : atDesk
                  ? 'Nothing is offered today.'
                  : (day.reason && day.reason !== 'NOT_OFFERED' && sentenceForCode(day.reason)) ||
                    'Nothing is offered that day. Pick another one.'}
            </Cluster>
          )
        ) : (
          // Scrolled with the keyboard if none of the times can take the focus.
          <Stack gap={2} className={styles.grid} tabIndex={allDisabled ? 0 : undefined}>
            {times.map(({ time, remaining, available, reason, spread, short, disabled }) => (
              <Time
                key={time}
                name={id}
                time={time}
                checked={time === value.time}
                disabled={disabled}
                onChoose={() => choose(time)}
              >
                {time === own
                  ? 'Theirs now'
                  : short !== null && short > 0
                    ? `${short} in a row`
                    : available || (spread !== null && short === null)
                      ? `${remaining} left`
                      : reason
                        ? REFUSAL_WORDS[reason].label
                        : 'Full'}
              </Time>
            ))}
          </Stack>
        )}
      </fieldset>
      {chosen !== null && 'quarters' in chosen && (
        <Stack as="section" gap={1} className={styles.spread} aria-label="Who comes when">
          <h4 className={styles.legend}>Who comes when</h4>
          <ol className={styles.quarters}>
            {chosen.quarters.map(({ time, names }) => (
              <Stack as="li" gap={3} key={time} className={styles.quarter}>
                <strong>{time}</strong>
                <span>{names.join(', ')}</span>
                <span className={classNames(styles.left, text.note)}>{names.length}</span>
              </Stack>
            ))}
          </ol>
        </Stack>
      )}
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
    <label className={classNames(styles.time, box.control)}>
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
      <span className={classNames(styles.left, text.note)}>{children}</span>
    </label>
  )
}
