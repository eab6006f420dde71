// The times of a team's athletes, for each starting time of a day: by the rule that the server uses for booking.
import type { Slot } from '@sixfold/domain'
import type { CivilDate } from '../../../academy/civil-date'
import type { Rules } from '../../../rules'

interface At {
  date: CivilDate
  time: string
}

/** A team that is to have places together. */
export interface TeamPlaces {
  /** In the order of the list; `at` is an athlete's present time. */
  people: readonly { uaid: string; name: string; at?: At | undefined }[]
  /** The places of athletes who leave: the team can fill them again. */
  leaving: readonly At[]
}

/** Who comes at which time, or how many places there are in a row. */
export type TeamSpread = { quarters: { time: string; names: string[] }[] } | { room: number }

/** How a team would be placed at a time; `held` is its present time. */
export function spreadTeamAt(
  rules: Pick<Rules, 'spreadOver'>,
  { people, leaving }: TeamPlaces,
  held: At | null,
  { date, time }: At,
  slots: readonly Slot[],
): TeamSpread {
  const moves = held?.date !== date || held.time !== time
  // A team that moves keeps its order: present athletes first, then new ones.
  const order = moves
    ? [...people].sort((a, b) => (a.at?.time ?? '99').localeCompare(b.at?.time ?? '99'))
    : people.filter(({ at }) => at === undefined || at.date === date)
  const freed = moves ? [...leaving, ...people.flatMap(({ at }) => at ?? [])] : leaving
  const spread = rules.spreadOver(
    order.map(({ at }) => ({ staysAt: moves ? undefined : at?.time })),
    time,
    slots,
    freed.filter((place) => place.date === date).map((place) => place.time),
  )
  if ('room' in spread) return spread
  const quarters = new Map<string, string[]>()
  spread.times.forEach((at, index) => {
    const name = order[index]?.name ?? ''
    quarters.set(at, [...(quarters.get(at) ?? []), name])
  })
  return {
    quarters: [...quarters]
      .map(([at, names]) => ({ time: at, names }))
      .sort((a, b) => (a.time < b.time ? -1 : 1)),
  }
}
