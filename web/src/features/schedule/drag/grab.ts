// Where a session ends up when it is dragged: pure, for the pointer and for the keys.
import type { CivilDate } from '../../../academy/civil-date'
import { DAY_END, DAY_START, held, nearestQuarter, quarterBefore, STEP } from '../clock-time'
import type { Span } from '../edit'

/** What is dragged: a new session from its first quarter hour, a whole session, or one of its edges. */
export type Grabbed =
  | { part: 'new'; from: Span }
  /** `grip`: minutes from its start to the point where it was grabbed. */
  | { part: 'whole'; from: Span; grip: number }
  | { part: 'start' | 'end'; from: Span }

/** The span after dragging to a minute of a date. */
export function dragged(grabbed: Grabbed, date: CivilDate, minute: number): Span {
  const { from } = grabbed
  if (grabbed.part === 'new') {
    const under = held(quarterBefore(minute), DAY_START, DAY_END - STEP)
    return {
      date: from.date,
      start: Math.min(from.start, under),
      end: Math.max(from.start + STEP, under + STEP),
    }
  }
  if (grabbed.part === 'whole') {
    const length = from.end - from.start
    const start = held(nearestQuarter(minute - grabbed.grip), DAY_START, DAY_END - length)
    return { date, start, end: start + length }
  }
  const edge = nearestQuarter(minute)
  return grabbed.part === 'start'
    ? { ...from, start: held(edge, DAY_START, from.end - STEP) }
    : { ...from, end: held(edge, from.start + STEP, DAY_END) }
}

/** A span shifted by some minutes, whole, within the day. */
export function shifted(span: Span, minutes: number): Span {
  const start = held(span.start + minutes, DAY_START, DAY_END - (span.end - span.start))
  return { ...span, start, end: start + span.end - span.start }
}

/** A span whose end is some minutes later or earlier, a quarter hour long at least. */
export const stretched = (span: Span, minutes: number): Span => ({
  ...span,
  end: held(span.end + minutes, span.start + STEP, DAY_END),
})
