import { useRef, useState, type KeyboardEvent } from 'react'
import { weekdayNames } from '../../../academy/civil-date'
import { held, QUARTERS } from '../clock-time'
import { followPointer } from '../drag/drag'
import styles from './ListGrid.module.css'
import {
  areaOf,
  isInside,
  quartersOf,
  timeOf,
  WEEK,
  type Area,
  type Cell,
  type ListName,
  type Lists,
} from './weekly'

interface ListGridProps {
  lists: Lists
  name: ListName
  onPaint: (area: Area, on: boolean) => void
}

const KEYS: Readonly<Record<string, Cell>> = {
  ArrowUp: { day: 0, quarter: -1 },
  ArrowDown: { day: 0, quarter: 1 },
  ArrowLeft: { day: -1, quarter: 0 },
  ArrowRight: { day: 1, quarter: 0 },
  PageUp: { day: 0, quarter: -4 },
  PageDown: { day: 0, quarter: 4 },
  Home: { day: 0, quarter: -QUARTERS },
  End: { day: 0, quarter: QUARTERS },
}

function cellAt(x: number, y: number): Cell | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [day, quarter] = cell?.split(' ').map(Number) ?? []
  return day === undefined || quarter === undefined ? null : { day, quarter }
}

/** Marks the cells of an area while it is dragged over. */
function mark(grid: HTMLElement, area: Area | null) {
  for (const element of grid.querySelectorAll<HTMLElement>('[data-cell]')) {
    const [day = 0, quarter = 0] = element.dataset.cell?.split(' ').map(Number) ?? []
    element.toggleAttribute('data-over', area !== null && isInside(area, { day, quarter }))
  }
}

/**
 * The week's quarter hours to paint on: a drag adds times, or removes them if it began on one. Arrow keys move,
 * with Shift they select an area, and Space toggles it.
 */
export function ListGrid({ lists, name, onPaint }: ListGridProps) {
  const grid = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState<Cell>({ day: 0, quarter: 4 })
  const [anchor, setAnchor] = useState<Cell | null>(null)
  const sets = WEEK.map((day) => quartersOf(lists[name][day]))
  const has = ({ day, quarter }: Cell) => sets[day]?.has(quarter) ?? false
  const area = areaOf(anchor ?? at, at)

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = KEYS[event.key]
    if (event.key === ' ' || event.key === 'Enter') {
      onPaint(area, !has(anchor ?? at))
      setAnchor(null)
    } else if (event.key === 'Escape' && anchor) setAnchor(null)
    else if (step) {
      const to = {
        day: held(at.day + step.day, 0, WEEK.length - 1),
        quarter: held(at.quarter + step.quarter, 0, QUARTERS - 1),
      }
      setAnchor(event.shiftKey ? (anchor ?? at) : null)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${to.day} ${to.quarter}"]`)?.focus()
    } else return
    event.preventDefault()
  }
  const drag = (pressed: PointerEvent, from: Cell) => {
    const owner = grid.current
    if (!owner) return
    let to = from
    followPointer(pressed, {
      owner,
      begin: () => mark(owner, areaOf(from, to)),
      follow: (x, y) => {
        const over = cellAt(x, y)
        if (over && (over.day !== to.day || over.quarter !== to.quarter)) {
          to = over
          mark(owner, areaOf(from, to))
        }
        return false
      },
      drop: () => onPaint(areaOf(from, to), !has(from)),
      end: () => mark(owner, null),
    })
  }

  return (
    <div className={styles.scroller}>
      <table role="grid" aria-multiselectable="true" aria-label="Times of the week" className={styles.grid}>
        <thead>
          <tr>
            <td className={styles.corner} />
            {weekdayNames.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={grid} onKeyDown={press}>
          {Array.from({ length: QUARTERS }, (_, quarter) => (
            <tr key={quarter} data-hour={quarter % 4 === 0 || undefined}>
              <th scope="row" className={styles.time}>
                <span>{timeOf(quarter)}</span>
              </th>
              {WEEK.map((weekday, day) => {
                const cell = { day, quarter }
                const on = has(cell)
                return (
                  <td
                    key={weekday}
                    role="gridcell"
                    data-cell={`${day} ${quarter}`}
                    aria-selected={on}
                    aria-label={`${weekdayNames[day] ?? ''} ${timeOf(quarter)}`}
                    tabIndex={at.day === day && at.quarter === quarter ? 0 : -1}
                    data-run={(anchor !== null && isInside(area, cell)) || undefined}
                    className={styles.cell}
                    onFocus={() => setAt(cell)}
                    onPointerDown={(event) => {
                      if (event.button === 0 && event.pointerType !== 'touch') drag(event.nativeEvent, cell)
                    }}
                    onClick={() => {
                      setAnchor(null)
                      onPaint(areaOf(cell, cell), !on)
                    }}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
