// Sessions of one day side by side: those that overlap share the width.
import type { Span } from '../edit'

export interface Laned<S extends Span> {
  session: S
  /** From 0. */
  lane: number
  /** How many lanes the group of sessions that touch each other has. */
  lanes: number
}

/** The sessions of a day in the order they begin, each in the first lane that is free. */
export function inLanes<S extends Span>(sessions: readonly S[]): Laned<S>[] {
  const laned: Laned<S>[] = []
  let group: Laned<S>[] = []
  let ends: number[] = []
  const close = () => {
    for (const member of group) member.lanes = ends.length
    laned.push(...group)
    group = []
    ends = []
  }
  for (const session of [...sessions].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (ends.every((end) => end <= session.start)) close()
    const free = ends.findIndex((end) => end <= session.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = session.end
    group.push({ session, lane, lanes: 1 })
  }
  close()
  return laned
}
