// Dragging on the grid of hours: a new session, a whole one, or an edge. A ghost shows where it would end up.
import type { CivilDate } from '../../../academy/civil-date'
import { clockOf, DAY_END, DAY_START, QUARTERS, STEP } from '../clock-time'
import type { Span } from '../edit'
import { dragged, type Grabbed } from './grab'
import { followPointer } from './drag'

export interface TimeStage {
  /** Holds the columns, one `data-date` each. */
  grid: HTMLElement
  ghost: HTMLElement
  scroller: HTMLElement
}

/** How near to an edge the hours start to scroll, in pixels. */
const EDGE = 40
/** Pixels per frame. */
const RUN = 10

interface Place {
  date: CivilDate
  minute: number
}

/** The minute of the day at a vertical position in the window. */
export function minuteAt(grid: HTMLElement, y: number): number {
  const { top, height } = grid.getBoundingClientRect()
  return DAY_START + ((y - top) / height) * (DAY_END - DAY_START)
}

/** Where a point of the window is among the hours. */
function placeAt({ grid }: TimeStage, columns: readonly HTMLElement[], x: number, y: number): Place | null {
  const boxes = columns.map((column) => column.getBoundingClientRect())
  const found = boxes.findIndex(({ right }) => x < right)
  const column = columns[found === -1 ? columns.length - 1 : found]
  const date = column?.dataset.date
  if (date === undefined) return null
  return { date, minute: minuteAt(grid, y) }
}

const columnsIn = ({ grid }: TimeStage) => [...grid.querySelectorAll<HTMLElement>('[data-date]')]

/** Puts the ghost over a span, with its times as text. */
function put({ grid, ghost }: TimeStage, columns: readonly HTMLElement[], span: Span) {
  const column = columns.find(({ dataset }) => dataset.date === span.date)
  if (!column) return
  const quarter = grid.clientHeight / QUARTERS
  ghost.style.inlineSize = `${column.offsetWidth}px`
  ghost.style.blockSize = `${((span.end - span.start) / STEP) * quarter}px`
  ghost.style.transform = `translate(${column.offsetLeft}px, ${((span.start - DAY_START) / STEP) * quarter}px)`
  ghost.dataset.words = `${clockOf(span.start)}–${clockOf(span.end)}`
}

/** Scrolls the hours while the pointer is near their edge; returns whether it does. */
function runHours({ scroller }: TimeStage, y: number): boolean {
  const { top, bottom } = scroller.getBoundingClientRect()
  const by = y < top + EDGE ? -RUN : y > bottom - EDGE ? RUN : 0
  const before = scroller.scrollTop
  if (by !== 0) scroller.scrollTop += by
  return scroller.scrollTop !== before
}

export interface TimeDrag {
  stage: TimeStage
  /** What is dragged, given the minute that was pressed. */
  grab: (minute: number) => Grabbed
  /** The block that is dragged; it stays where it is, faded. */
  block?: HTMLElement
  /** The first day that can have sessions. */
  today: CivilDate
  drop: (span: Span) => void
}

/** Follows a press on the hours. */
export function dragTimes(pressed: PointerEvent, { stage, grab, block, today, drop }: TimeDrag): void {
  const columns = columnsIn(stage)
  const from = placeAt(stage, columns, pressed.clientX, pressed.clientY)
  if (!from) return
  const grabbed = grab(from.minute)
  const { grid, ghost } = stage
  let span: Span | null = null
  followPointer(pressed, {
    owner: grid,
    begin: () => {
      ghost.hidden = false
      ghost.dataset.tone = block?.dataset.tone ?? ''
      grid.dataset.dragging = grabbed.part
      block?.setAttribute('data-lifted', '')
    },
    follow: (x, y) => {
      const running = runHours(stage, y)
      const place = placeAt(stage, columns, x, y)
      const next =
        place && dragged(grabbed, place.date < today ? grabbed.from.date : place.date, place.minute)
      if (next && (next.start !== span?.start || next.end !== span.end || next.date !== span.date)) {
        span = next
        put(stage, columns, next)
      }
      return running
    },
    drop: () => {
      if (span) drop(span)
    },
    end: () => {
      ghost.hidden = true
      delete grid.dataset.dragging
      block?.removeAttribute('data-lifted')
    },
  })
}
