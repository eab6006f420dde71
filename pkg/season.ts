// Seasons: which one a date is in.
import { type RuleError, type Season, seasonError, seasonNumber } from './generated/sixfold_wasm.js'

/** What is wrong with a list of seasons; null for a valid table. */
export function checkSeasons(seasons: readonly Season[]): RuleError | null {
  return seasonError([...seasons]) ?? null
}

/** The season that a date is in, or null. */
export function seasonOn(seasons: readonly Season[], date: string): Season | null {
  const number = seasonNumber([...seasons], date, false)
  return seasons.find(({ season }) => season === number) ?? null
}

/** The season that a screen shows on a date: the one it is in, else the latest that has begun, else season 1. */
export function seasonShown(seasons: readonly Season[], date: string): Season | null {
  const number = seasonNumber([...seasons], date, true)
  return seasons.find(({ season }) => season === number) ?? null
}
