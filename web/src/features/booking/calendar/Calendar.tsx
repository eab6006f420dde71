import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import styles from './Calendar.module.css'
import { monthWeeks, moveFocus, type DateBounds } from '../../../academy/calendar-grid'
import {
  clampDate,
  firstOfMonth,
  lastOfMonth,
  longDay,
  monthOf,
  monthTitle,
  nextMonth,
  type CivilDate,
} from '../../../academy/civil-date'
import { WeekdayHead } from '../../../components/table/WeekdayHead'
import text from '../../../components/text.module.css'
import touch from '../../../components/touch.module.css'
import { cellStatus, type DayView } from './day-view'

interface CalendarProps {
  /** The first day of the first month to the last day of the last. */
  bounds: DateBounds
  today: CivilDate
  selected: CivilDate | null
  /** The date of the booking that is being moved. */
  current: CivilDate | null
  viewOf: (date: CivilDate) => DayView
  onSelect: (date: CivilDate) => void
}

/** A month of days as an ARIA date grid: one tab stop; arrows, Home, End, Page Up and Page Down move inside. */
export function Calendar({ bounds, today, selected, current, viewOf, onSelect }: CalendarProps) {
  const titleId = useId()
  const hintId = useId()
  const table = useRef<HTMLTableElement>(null)
  const follow = useRef(false)
  const [focused, setFocused] = useState(() => clampDate(selected ?? today, bounds.first, bounds.last))
  const [seen, setSeen] = useState(selected)
  // A date chosen elsewhere (an alternative, a lost slot) brings its month into view.
  if (seen !== selected) {
    setSeen(selected)
    if (selected) setFocused(clampDate(selected, bounds.first, bounds.last))
  }
  const month = monthOf(focused)
  // Weeks that are over, or before the first bookable date, are hidden.
  const weeks = monthWeeks(month).filter((week) => week.some((date) => date !== null && date >= bounds.first))

  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    table.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  const press = (event: KeyboardEvent) => {
    const to = moveFocus(focused, event, bounds)
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    follow.current = true
    setFocused(to)
  }
  const turn = (by: number) => {
    const to = nextMonth(month, by)
    const chosen = selected && monthOf(selected) === to ? selected : null
    const open = monthWeeks(to)
      .flat()
      .find((date) => date !== null && viewOf(date).look === 'open')
    setFocused(
      chosen ?? open ?? clampDate(by > 0 ? firstOfMonth(to) : lastOfMonth(to), bounds.first, bounds.last),
    )
  }

  return (
    <Stack gap={4} top shrink className={styles.calendar}>
      <Cluster gap={3} align="center" between>
        <h2 id={titleId} className={classNames(styles.month, text.h3)} aria-live="polite">
          {monthTitle(month)}
        </h2>
        <Cluster gap={2} nowrap>
          <MonthButton
            name="chevronLeft"
            label="Earlier month"
            off={month <= monthOf(bounds.first)}
            onPress={() => turn(-1)}
          />
          <MonthButton
            name="chevronRight"
            label="Later month"
            off={month >= monthOf(bounds.last)}
            onPress={() => turn(1)}
          />
        </Cluster>
      </Cluster>
      <table
        ref={table}
        role="grid"
        aria-labelledby={titleId}
        aria-describedby={hintId}
        className={styles.grid}
        onKeyDown={press}
      >
        <WeekdayHead />
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, column) =>
                date === null ? (
                  <td key={`blank-${column}`} aria-hidden="true" />
                ) : (
                  <DayCell
                    key={date}
                    view={viewOf(date)}
                    focusable={date === focused}
                    selected={date === selected}
                    isToday={date === today}
                    isCurrent={date === current}
                    onPress={() => {
                      setFocused(date)
                      onSelect(date)
                    }}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={hintId} className={styles.hint}>
        Arrow keys move by day, Page Up and Page Down by month.
      </p>
      <Legend
        moving={current !== null}
        extra={weeks.flat().some((date) => date !== null && viewOf(date).extra)}
        soon={weeks.flat().some((date) => date !== null && viewOf(date).look === 'soon')}
      />
    </Stack>
  )
}

interface MonthButtonProps {
  name: 'chevronLeft' | 'chevronRight'
  label: string
  off: boolean
  onPress: () => void
}

function MonthButton({ name, label, off, onPress }: MonthButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.turn, touch.square)}
      aria-disabled={off}
      onClick={() => {
        if (!off) onPress()
      }}
    >
      <Icon name={name} label={label} />
    </button>
  )
}

interface DayCellProps {
  view: DayView
  focusable: boolean
  selected: boolean
  isToday: boolean
  isCurrent: boolean
  onPress: () => void
}

function DayCell({ view, focusable, selected, isToday, isCurrent, onPress }: DayCellProps) {
  const name = [longDay(view.date), isToday && 'today', isCurrent && 'your booking', cellStatus(view)]
  return (
    <td role="gridcell" aria-selected={selected} className={styles.cell}>
      <button
        type="button"
        data-date={view.date}
        data-look={view.look}
        tabIndex={focusable ? 0 : -1}
        aria-label={name.filter(Boolean).join(', ')}
        aria-current={isToday ? 'date' : undefined}
        className={classNames(styles.day, selected && styles.selected, isCurrent && styles.current)}
        onClick={onPress}
      >
        <span className={styles.number}>{Number(view.date.slice(8))}</span>
        {view.extra && <span className={styles.extra} aria-hidden="true" />}
        <span className={styles.meter} aria-hidden="true">
          {view.look === 'open' && (
            <span
              className={styles.level}
              style={{ inlineSize: `${Math.max(8, Math.round(view.share * 100))}%` }}
            />
          )}
        </span>
        {/* Drawn by the style sheet: the button's name already says how many are left. */}
        <span className={classNames(styles.left, text.note)} data-left={inCell(view)} />
      </button>
    </td>
  )
}

/** The line at the foot of a day's cell. */
function inCell({ look, left, opens }: DayView): string {
  if (look === 'open') return String(left)
  if (look === 'full') return 'Full'
  return look === 'soon' ? (opens ?? '') : ''
}

function Legend({ moving, extra, soon }: { moving: boolean; extra: boolean; soon: boolean }) {
  return (
    <Cluster
      as="ul"
      gap={[2, 5]}
      className={classNames(styles.legend, text.note)}
      aria-label="What the days show"
    >
      <li>
        <span className={classNames(styles.swatch, styles.swatchOpen)} aria-hidden="true" />
        Places left
      </li>
      <li>
        <span className={classNames(styles.swatch, styles.swatchFull)} aria-hidden="true" />
        Full
      </li>
      <li>
        <s>Closed</s>
      </li>
      {soon && (
        <li>
          <span className={classNames(styles.swatch, styles.swatchSoon)} aria-hidden="true" />
          Not open yet
        </li>
      )}
      {extra && (
        <li>
          <span className={classNames(styles.swatch, styles.swatchExtra)} aria-hidden="true" />
          Extra session
        </li>
      )}
      {moving && (
        <li>
          <span className={classNames(styles.swatch, styles.swatchCurrent)} aria-hidden="true" />
          Your booking
        </li>
      )}
    </Cluster>
  )
}
