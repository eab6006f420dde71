// Where an instant is among the seasons: in one, before the next, or after the last. The definition and label of a
// season are the domain's; this only compares the instants that the server sends.

export interface SeasonTimes {
  season: number
  /** The first and the last moment, ISO timestamps. */
  start: string
  end: string
}

/** A season is running and ends at `target`, or starts then. */
export interface ComingPhase {
  kind: 'running' | 'before'
  season: SeasonTimes
  target: number
}

export type SeasonPhase = ComingPhase | { kind: 'after' }

export function seasonPhase(seasons: readonly SeasonTimes[], nowMs: number): SeasonPhase {
  const running = seasons.find(({ start, end }) => Date.parse(start) <= nowMs && nowMs <= Date.parse(end))
  if (running) return { kind: 'running', season: running, target: Date.parse(running.end) }
  const next = seasons.find(({ start }) => Date.parse(start) > nowMs)
  if (next) return { kind: 'before', season: next, target: Date.parse(next.start) }
  return { kind: 'after' }
}

export interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** Whole days, hours, minutes and seconds until `target`; all zero once it has passed. */
export function timeLeft(target: number, nowMs: number): TimeLeft {
  const seconds = Math.max(0, Math.floor((target - nowMs) / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
