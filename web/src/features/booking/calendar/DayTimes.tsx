import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../../../components/class-names'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { longDay } from '../../../academy/civil-date'
import styles from './DayTimes.module.css'
import {
  byPartOfDay,
  placesText,
  slotReason,
  type DayAnswer,
  type SlotAnswer,
  type Wording,
} from './day-view'
import text from '../../../components/text.module.css'
import { offeredText } from '../words'
import { moveInList } from './time-keys'

interface WaitingFor {
  eventTestTime: string
  position: number
  offerId: string | null
}

interface DayTimesProps {
  day: DayAnswer
  /** Why nothing on the day can be booked. */
  why: string | null
  capacity: number
  wording: Wording
  selected: string | null
  /** The time of the booking that is being moved, on this day. */
  current: string | null
  /** The waiting lists of this day that they are on. */
  waitingFor: readonly WaitingFor[]
  /** Whether it is too late to move the booking that they have. */
  closed: boolean
  /** Whether they can join the waiting list of a full time. */
  mayJoin: boolean
  onSelect: (slot: SlotAnswer) => void
}

/**
 * The quarters of an hour of a day in morning, afternoon and evening: radio buttons, one tab stop, arrow keys select.
 */
export function DayTimes(props: DayTimesProps) {
  const { day, why, capacity, wording, selected, current, waitingFor, closed, mayJoin, onSelect } = props
  const titleId = useId()
  const hintId = useId()
  const list = useRef<HTMLDivElement>(null)
  const follow = useRef(false)
  const first = selected ?? day.slots.find((slot) => slot.available)?.time ?? day.slots[0]?.time ?? ''
  const [focused, setFocused] = useState(first)
  const stop = day.slots.some(({ time }) => time === focused) ? focused : first

  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    list.current?.querySelector<HTMLElement>(`[data-time="${stop}"]`)?.focus()
  }, [stop])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = moveInList(
      day.slots.map(({ time }) => time),
      stop,
      event.key,
    )
    if (to === null) return
    event.preventDefault()
    follow.current = true
    setFocused(to)
    const slot = day.slots.find(({ time }) => time === to)
    if (slot) onSelect(slot)
  }

  return (
    <Stack as="section" gap={4} top shrink aria-labelledby={titleId} className={styles.day}>
      <h2 id={titleId} className={styles.title}>
        {longDay(day.date)}
      </h2>
      {why && <Notice>{why}</Notice>}
      <div ref={list} role="radiogroup" aria-labelledby={titleId} aria-describedby={hintId} onKeyDown={press}>
        {byPartOfDay(day.slots).map(({ part, slots }) => (
          <Stack as="section" gap={3} key={part} className={styles.part}>
            <h3 className={classNames(styles.partTitle, text.label)}>{part}</h3>
            <Stack gap={2} className={styles.times}>
              {slots.map((slot) => (
                <TimeButton
                  key={slot.time}
                  slot={slot}
                  capacity={capacity}
                  why={
                    slot.reason
                      ? (lineText(waitingFor, slot.time, closed) ??
                        slotReason(slot.reason, day.date, wording, mayJoin))
                      : null
                  }
                  dayWhy={why}
                  focusable={slot.time === stop}
                  selected={slot.time === selected}
                  isCurrent={slot.time === current}
                  onPress={() => {
                    setFocused(slot.time)
                    onSelect(slot)
                  }}
                />
              ))}
            </Stack>
          </Stack>
        ))}
      </div>
      <p id={hintId} className={styles.hint}>
        Arrow keys move between the times.
      </p>
    </Stack>
  )
}

/** Their place on the waiting list of a time; null if they are not on it. */
function lineText(lines: readonly WaitingFor[], time: string, closed: boolean): string | null {
  const line = lines.find((one) => one.eventTestTime === time)
  if (line === undefined) return null
  return line.offerId === null ? `You are number ${line.position} in line` : offeredText(closed)
}

interface TimeButtonProps {
  slot: SlotAnswer
  capacity: number
  why: string | null
  /** The reason for the whole day is shown above the times: repeated under each, it is for screen readers only. */
  dayWhy: string | null
  focusable: boolean
  selected: boolean
  isCurrent: boolean
  onPress: () => void
}

function TimeButton({
  slot,
  capacity,
  why,
  dayWhy,
  focusable,
  selected,
  isCurrent,
  onPress,
}: TimeButtonProps) {
  const lost = selected && !slot.available
  return (
    <button
      type="button"
      data-time={slot.time}
      tabIndex={focusable ? 0 : -1}
      role="radio"
      aria-checked={selected}
      data-out={slot.available ? undefined : true}
      className={classNames(
        styles.time,
        selected && styles.selected,
        lost && styles.lost,
        isCurrent && styles.current,
      )}
      onClick={onPress}
    >
      <span className={classNames(styles.clock, text.figuresHeavy)}>{slot.time}</span>
      {isCurrent ? (
        <span className={classNames(styles.note, text.note)}>Your booking</span>
      ) : why && why === dayWhy ? (
        <VisuallyHidden>{why}</VisuallyHidden>
      ) : why ? (
        <span className={classNames(styles.note, text.note)}>{why}</span>
      ) : (
        <>
          <Seats left={slot.remaining} capacity={capacity} />
          <span className={classNames(styles.note, text.note)}>{placesText(slot.remaining)}</span>
        </>
      )}
    </button>
  )
}

/** A mark for each seat; free ones are lit. With more than a dozen seats marks are no longer useful. */
function Seats({ left, capacity }: { left: number; capacity: number }) {
  if (capacity < 1 || capacity > 12) return null
  return (
    <span className={styles.seats} aria-hidden="true">
      {Array.from({ length: capacity }, (_, seat) => (
        <span key={seat} className={classNames(styles.seat, seat < left && styles.free)} />
      ))}
    </span>
  )
}
