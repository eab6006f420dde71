// Dragging in the month: a session to another day, or a run of days.
import type { CivilDate } from '../../../academy/civil-date'
import { followPointer } from './drag'

export interface DayStage {
  /** Holds the days, one `data-date` each. */
  grid: HTMLElement
  ghost: HTMLElement
}

/** The day under a point of the window. */
function dateAt(x: number, y: number): CivilDate | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-date]')?.dataset.date
}

/** Marks the days of a run, and no others. */
function mark({ grid }: DayStage, from: CivilDate | null, to: CivilDate | null) {
  const [first, last] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  for (const day of grid.querySelectorAll<HTMLElement>('[data-date]')) {
    const date = day.dataset.date ?? ''
    day.toggleAttribute('data-over', first !== null && last !== null && date >= first && date <= last)
  }
}

/** Follows a press on a day without a session: the run of days to where the pointer is released. */
export function dragRange(
  pressed: PointerEvent,
  stage: DayStage,
  drop: (from: CivilDate, to: CivilDate) => void,
) {
  const from = dateAt(pressed.clientX, pressed.clientY)
  if (from === undefined) return
  let to: CivilDate = from
  followPointer(pressed, {
    owner: stage.grid,
    begin: () => mark(stage, from, to),
    follow: (x, y) => {
      const over = dateAt(x, y)
      if (over !== undefined && over !== to) {
        to = over
        mark(stage, from, to)
      }
      return false
    },
    drop: () => drop(from, to),
    end: () => mark(stage, null, null),
  })
}

/** Follows a drag of a session: a ghost follows the pointer, and the day below it is marked. */
export function dragSession(
  pressed: PointerEvent,
  stage: DayStage,
  chip: HTMLElement,
  today: CivilDate,
  drop: (to: CivilDate) => void,
) {
  const { grid, ghost } = stage
  let to: CivilDate | null = null
  followPointer(pressed, {
    owner: grid,
    begin: () => {
      ghost.hidden = false
      ghost.dataset.words = chip.textContent
      ghost.dataset.tone = chip.dataset.tone ?? ''
      ghost.style.inlineSize = `${chip.offsetWidth}px`
      grid.dataset.dragging = 'whole'
      chip.setAttribute('data-lifted', '')
    },
    follow: (x, y) => {
      const box = (ghost.offsetParent ?? grid).getBoundingClientRect()
      ghost.style.transform = `translate(${x - box.left}px, ${y - box.top}px)`
      const over = dateAt(x, y)
      const next = over !== undefined && over >= today ? over : null
      if (next !== to) {
        to = next
        mark(stage, to, to)
      }
      return false
    },
    drop: () => {
      if (to !== null) drop(to)
    },
    end: () => {
      ghost.hidden = true
      mark(stage, null, null)
      delete grid.dataset.dragging
      chip.removeAttribute('data-lifted')
    },
  })
}
