import { useEffect, useRef, useState, type CSSProperties } from 'react'
import type { CivilDate } from '../../../academy/civil-date'
import {
  clockOf,
  DAY_END,
  DAY_START,
  held,
  minutesOf,
  quarterBefore,
  STEP,
  USUAL_LENGTH,
} from '../clock-time'
import { DayHead } from './DayHead'
import type { DrawnSchedule, Span } from '../edit'
import type { Grabbed } from '../drag/grab'
import styles from './HourGrid.module.css'
import { HourCursor } from './HourCursor'
import type { HourGridProps } from './hour-grid-props'
import { minuteAt, dragTimes, type TimeStage } from '../drag/drag-times'
import { SessionBlocks } from './SessionBlocks'
import type { TimePlaces } from '../api'

const HOURS = Array.from({ length: (DAY_END - DAY_START) / 60 }, (_, hour) => DAY_START + hour * 60)

/** The quarter hours from `DAY_START` on, for the style sheet. */
const quartersTo = (minute: number) => (minute - DAY_START) / STEP

/** The minute of the first thing on any of the days. */
function beginning(times: readonly TimePlaces[], { sessions }: DrawnSchedule): number {
  const starts = [...times.map(({ time }) => minutesOf(time)), ...sessions.map(({ start }) => start)]
  return starts.length === 0 ? DAY_START : Math.max(DAY_START, Math.min(...starts))
}

/** The hours of a week or a day: the times on offer behind, the sessions in front; for pointer and keyboard. */
export function HourGrid(props: HourGridProps) {
  const { columns, schedule, places, times, now, busy, onNew } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const [begins] = useState(() => beginning(times, schedule))
  const today = columns.indexOf(now.date)
  useEffect(() => {
    const box = scroller.current
    if (!box || !grid.current) return
    // Scrolls to an hour before the first thing of the day; afterwards only the user scrolls.
    box.scrollTop = (grid.current.clientHeight * (begins - 60 - DAY_START)) / (DAY_END - DAY_START)
    // Where a week is wider than the screen, today and what comes after it.
    box.scrollLeft = (grid.current.clientWidth * Math.max(today, 0)) / columns.length
  }, [begins, today, columns.length])

  const stage = (): TimeStage | null =>
    scroller.current && grid.current && ghost.current
      ? { scroller: scroller.current, grid: grid.current, ghost: ghost.current }
      : null
  const usualAt = (date: CivilDate, minute: number): Span => {
    const start = held(quarterBefore(minute), DAY_START, DAY_END - STEP)
    return { date, start, end: Math.min(start + USUAL_LENGTH, DAY_END) }
  }
  const drag = (
    pressed: PointerEvent,
    grab: (minute: number) => Grabbed,
    drop: (span: Span) => void,
    block?: HTMLElement,
  ) => {
    const at = stage()
    if (at && !busy) dragTimes(pressed, { stage: at, today: now.date, grab, drop, block })
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.frame} style={{ '--days': columns.length } as CSSProperties}>
        <div className={styles.heads}>
          <span className={styles.corner} />
          {columns.map((date) => (
            <DayHead
              key={date}
              date={date}
              isToday={date === now.date}
              closed={schedule.closed.has(date)}
              holiday={schedule.holidays.get(date)?.name}
              places={places.get(date)}
              wide={columns.length === 1}
              onPress={() => props.onDay(date)}
            />
          ))}
        </div>
        <div className={styles.body}>
          <ol className={styles.axis} aria-hidden="true">
            {HOURS.map((minute) => (
              <li key={minute}>{clockOf(minute)}</li>
            ))}
          </ol>
          <div ref={grid} className={styles.grid} data-busy={busy || undefined}>
            {columns.map((date) => (
              <div
                key={date}
                data-date={date}
                data-past={date < now.date || undefined}
                data-closed={schedule.closed.has(date) || undefined}
                className={styles.column}
                onPointerDown={(event) => {
                  // A finger on the background scrolls; a tap makes a session.
                  if (event.button !== 0 || event.pointerType === 'touch' || date < now.date) return
                  event.preventDefault()
                  drag(
                    event.nativeEvent,
                    (minute) => {
                      const { start } = usualAt(date, minute)
                      return { part: 'new', from: { date, start, end: start + STEP } }
                    },
                    onNew,
                  )
                }}
                onClick={(event) => {
                  if (!busy && grid.current && date >= now.date)
                    onNew(usualAt(date, minuteAt(grid.current, event.clientY)))
                }}
              >
                {times
                  .filter((time) => time.date === date)
                  .map((time) => (
                    <Offer key={time.time} places={time} named={columns.length === 1} />
                  ))}
                {date === now.date && now.minute >= DAY_START && (
                  <span
                    className={styles.now}
                    style={{ '--from': quartersTo(now.minute) } as CSSProperties}
                  />
                )}
              </div>
            ))}
            <HourCursor
              columns={columns}
              today={now.date}
              first={begins}
              onOpen={onNew}
              onTurn={props.onTurn}
            />
            <SessionBlocks {...props} onDrag={drag} />
            <div ref={ghost} hidden className={styles.ghost} aria-hidden="true" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** A quarter hour that is on offer, behind the sessions: how much of it is taken. */
function Offer({ places, named }: { places: TimePlaces; named: boolean }) {
  const { time, capacity, taken } = places
  const share = capacity === 0 ? 0 : Math.min(1, taken / capacity)
  return (
    <span
      aria-hidden="true"
      className={styles.offer}
      data-words={named ? `${taken} of ${capacity} taken` : undefined}
      style={{ '--from': quartersTo(minutesOf(time)), '--share': share } as CSSProperties}
    />
  )
}
