import type { PointerEvent } from 'react'
import { longDay, type CivilDate } from '../../../academy/civil-date'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { clockOf } from '../clock-time'
import { dayFacts } from '../hours/DayHead'
import { hoursOf, type DrawnSession } from '../edit'
import { toneOf, WORDS } from '../kinds'
import styles from './MonthGrid.module.css'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import type { DayPlaces, StoredSession } from '../api'

interface MonthDayProps {
  date: CivilDate
  /** It belongs to the month before or after. */
  beside: boolean
  past: boolean
  isToday: boolean
  focusable: boolean
  chosen: boolean
  closed: boolean
  holiday?: string
  places?: DayPlaces
  sessions: readonly DrawnSession[]
  onPress: () => void
  onOpen: (session: StoredSession) => void
  onDrag: (pressed: globalThis.PointerEvent, chip: HTMLElement, session: DrawnSession) => void
}

/** How many sessions fit in a cell, and in one that has a label of its own; the day's panel shows the others. */
const ROOM = { plain: 3, special: 2 }

/** One day of the month. The button is the day; its sessions can be dragged, and the keyboard reaches them in the day's panel. */
export function MonthDay(props: MonthDayProps) {
  const { date, past, isToday, closed, holiday, places, sessions } = props
  const lines = sessions.map((session) => `${WORDS[session.kind].label} ${hoursOf(session)}`)
  const room = ROOM[closed || holiday ? 'special' : 'plain']
  const shown = sessions.length > room ? sessions.slice(0, room - 1) : sessions
  const share = places && places.capacity > 0 ? Math.min(1, places.taken / places.capacity) : 0
  return (
    <td
      role="gridcell"
      data-date={date}
      data-beside={props.beside || undefined}
      data-past={past || undefined}
      data-closed={closed || undefined}
      aria-selected={props.chosen}
      className={styles.cell}
    >
      <button
        type="button"
        data-day={date}
        tabIndex={props.focusable ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        className={styles.day}
        onClick={props.onPress}
      >
        <VisuallyHidden>
          {[longDay(date), isToday && 'today', dayFacts(props), ...lines].filter(Boolean).join(', ')}
        </VisuallyHidden>
        <Cluster aria-hidden="true" as="span" gap={2} nowrap align="baseline" between className={text.solid}>
          <span className={classNames(styles.number, text.figuresHeavy, text.h4)}>
            {Number(date.slice(8))}
          </span>
          {places && places.capacity + places.taken > 0 && (
            <span className={classNames(styles.count, text.noteFigures)}>
              {places.taken}/{places.capacity}
            </span>
          )}
        </Cluster>
        <span className={styles.meter} data-none={!places || places.capacity === 0 || undefined}>
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
        {(closed || holiday) && (
          <span aria-hidden="true" className={classNames(styles.special, text.label, text.ellipsis)}>
            {closed ? 'Closed' : holiday}
          </span>
        )}
      </button>
      <span className={styles.chips} aria-hidden="true">
        {shown.map((session) => (
          <button
            key={session.stored?.id ?? 'new'}
            type="button"
            tabIndex={-1}
            data-session=""
            data-tone={toneOf(session.kind)}
            data-pending={session.pending || undefined}
            className={styles.chip}
            onClick={() => session.stored && props.onOpen(session.stored)}
            onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
              if (!past && session.stored && event.button === 0 && event.pointerType !== 'touch')
                props.onDrag(event.nativeEvent, event.currentTarget, session)
            }}
          >
            <span className={text.figuresHeavy}>{clockOf(session.start)}</span> {WORDS[session.kind].label}
          </button>
        ))}
        {shown.length < sessions.length && (
          <button type="button" tabIndex={-1} className={styles.more} onClick={props.onPress}>
            {sessions.length - shown.length} more
          </button>
        )}
      </span>
    </td>
  )
}
