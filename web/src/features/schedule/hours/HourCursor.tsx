import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import { addDays, type CivilDate } from '../../../academy/civil-date'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { DAY_END, DAY_START, STEP, USUAL_LENGTH } from '../clock-time'
import { placeOf, type Span } from '../edit'
import { shifted, stretched } from '../drag/grab'
import styles from './HourGrid.module.css'

interface HourCursorProps {
  columns: readonly CivilDate[]
  today: CivilDate
  /** The minute it starts at. */
  first: number
  onOpen: (span: Span) => void
  onTurn: (date: CivilDate) => void
}

const MINUTES: Readonly<Record<string, number>> = {
  ArrowUp: -STEP,
  ArrowDown: STEP,
  PageUp: -60,
  PageDown: 60,
  Home: DAY_START - DAY_END,
  End: DAY_END - DAY_START,
}
const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The place where Enter makes a session: for the keyboard what dragging is for the pointer. */
export function HourCursor({ columns, today, first, onOpen, onTurn }: HourCursorProps) {
  const [wanted, setWanted] = useState<Span>({
    date: today,
    start: first,
    end: Math.min(first + USUAL_LENGTH, DAY_END),
  })
  const [moved, setMoved] = useState(false)
  const column = Math.max(0, columns.indexOf(wanted.date))
  const span = { ...wanted, date: columns[column] ?? wanted.date }
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const [minutes, days] = [MINUTES[event.key], DAYS[event.key]]
    if (minutes === undefined && days === undefined) return
    event.preventDefault()
    const to =
      days === undefined
        ? event.shiftKey
          ? stretched(span, minutes ?? 0)
          : shifted(span, minutes ?? 0)
        : { ...span, date: addDays(span.date, days) }
    if (to.date < today) return
    setMoved(true)
    setWanted(to)
    if (!columns.includes(to.date)) onTurn(to.date)
    const cursor = event.currentTarget
    requestAnimationFrame(() => cursor.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }
  return (
    <>
      <button
        type="button"
        data-cursor
        className={styles.cursor}
        aria-label={`New session, ${placeOf(span)}`}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowUp Shift+ArrowDown"
        style={
          {
            '--column': column,
            '--from': (span.start - DAY_START) / STEP,
            '--for': (span.end - span.start) / STEP,
          } as CSSProperties
        }
        onKeyDown={press}
        onBlur={() => setMoved(false)}
        onClick={() => {
          if (span.date >= today) onOpen(span)
        }}
      />
      {/* A name that changes under the focus is not read out by itself. */}
      <VisuallyHidden live>{moved ? placeOf(span) : ''}</VisuallyHidden>
    </>
  )
}
