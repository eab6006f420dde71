import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { moveFocus } from '../../../academy/calendar-grid'
import { WeekdayHead } from '../../../components/table/WeekdayHead'
import { addDays, longDay, monthOf, type CivilDate } from '../../../academy/civil-date'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import type { DrawnSchedule, SessionPlan } from '../edit'
import { MonthDay } from './MonthDay'
import styles from './MonthGrid.module.css'
import { dragRange, dragSession, type DayStage } from '../drag/drag-days'
import { daysBetweenBoth, monthDays } from '../view'
import type { DayPlaces, StoredSession } from '../api'

interface MonthGridProps {
  day: CivilDate
  today: CivilDate
  schedule: DrawnSchedule
  places: ReadonlyMap<CivilDate, DayPlaces>
  busy: boolean
  /** Opens one day, or a run of days. */
  onDays: (dates: readonly CivilDate[]) => void
  onOpen: (session: StoredSession) => void
  onMove: (session: StoredSession, plan: SessionPlan) => void
  /** Called when the keys have moved to another day, whose month is then shown. */
  onGo: (date: CivilDate) => void
}

/** How far the keys can go. */
const YEARS = 5 * 366

/**
 * A month of days with their sessions, as an ARIA date grid: one tab stop, arrows and Page Up and Down move, Shift with
 * an arrow takes a run of days, Enter opens. The pointer drags a session to another day, or over a run of days.
 */
export function MonthGrid(props: MonthGridProps) {
  const { day, today, schedule, places, busy, onDays, onOpen, onMove, onGo } = props
  const grid = useRef<HTMLTableSectionElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const follow = useRef(false)
  /** Where a run that is selected with Shift began. */
  const [anchor, setAnchor] = useState<CivilDate | null>(null)
  const run = anchor === null ? [day] : daysBetweenBoth(anchor, day)
  const days = monthDays(day)
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && anchor !== null) {
      event.preventDefault()
      setAnchor(null)
      return
    }
    // A press or a closed panel may have moved the focus to a day other than the one shown.
    const focused = (event.target instanceof HTMLElement && event.target.dataset.day) || day
    const arrow = event.key.startsWith('Arrow')
    const bounds = { first: addDays(today, -YEARS), last: addDays(today, YEARS) }
    const to = moveFocus(focused, event, bounds)
    if (to === null) return
    event.preventDefault()
    setAnchor(event.shiftKey && arrow ? (anchor ?? focused) : null)
    grid.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
    follow.current = to !== day
    onGo(to)
  }
  const stage = (): DayStage | null =>
    grid.current && ghost.current ? { grid: grid.current, ghost: ghost.current } : null

  return (
    <div className={styles.month}>
      <table role="grid" aria-label="Days" className={styles.grid} onKeyDown={press}>
        <WeekdayHead />
        <tbody
          ref={grid}
          onPointerDown={(event) => {
            const at = stage()
            if (!at || busy || event.button !== 0 || event.pointerType === 'touch') return
            if (event.target instanceof Element && event.target.closest('[data-session]')) return
            dragRange(event.nativeEvent, at, (from, to) => {
              if (from !== to) onDays(daysBetweenBoth(from, to))
            })
          }}
        >
          {Array.from({ length: days.length / 7 }, (_, week) => (
            // Past weeks take less space: planning looks ahead.
            <tr key={days[week * 7]} data-past={(days[week * 7 + 6] ?? '') < today || undefined}>
              {days.slice(week * 7, week * 7 + 7).map((date) => (
                <MonthDay
                  key={date}
                  date={date}
                  beside={monthOf(date) !== monthOf(day)}
                  past={date < today}
                  isToday={date === today}
                  focusable={date === day}
                  chosen={anchor !== null && run.includes(date)}
                  closed={schedule.closed.has(date)}
                  holiday={schedule.holidays.get(date)?.name}
                  places={places.get(date)}
                  sessions={schedule.sessions.filter((session) => session.date === date)}
                  onPress={() => onDays(anchor !== null && run.includes(date) ? run : [date])}
                  onOpen={onOpen}
                  onDrag={(pressed, chip, session) => {
                    const at = stage()
                    if (!at || busy) return
                    dragSession(pressed, at, chip, today, (to) => {
                      if (to !== session.date && session.stored)
                        onMove(session.stored, {
                          kind: session.kind,
                          date: to,
                          start: session.start,
                          end: session.end,
                        })
                    })
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div ref={ghost} hidden className={styles.ghost} aria-hidden="true" />
      <VisuallyHidden live>
        {anchor === null ? '' : `${run.length} days, to ${longDay(day)}. Enter opens them.`}
      </VisuallyHidden>
    </div>
  )
}
