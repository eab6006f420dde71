// Owns which templates there are and which colours each may be picked in (spec §2).
import type { ComponentType } from 'react'
import type { CardProps } from './cards/card'
import { ResultDetails } from './cards/ResultDetails'
import { ResultOverview } from './cards/ResultOverview'
import { SeasonCard } from './cards/SeasonCard'
import { COLOURS } from './palette'

export interface Template {
  id: 'season_card' | 'result_details' | 'result_overview'
  name: string
  Card: ComponentType<CardProps>
  /** The colours to pick from; the first one alone means that there is nothing to pick. */
  colours: typeof COLOURS | readonly [(typeof COLOURS)[0]]
}

/** In the order of their page numbers, from 1. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  { id: 'season_card', name: 'Season card', Card: SeasonCard, colours: COLOURS },
  { id: 'result_details', name: 'Result details', Card: ResultDetails, colours: COLOURS },
  { id: 'result_overview', name: 'Result overview', Card: ResultOverview, colours: [COLOURS[0]] },
]

const within = (value: number, last: number) =>
  Number.isInteger(value) ? Math.min(Math.max(value, 0), last) : 0

/** What a page number and a colour's number choose; what there is not becomes the nearest there is. */
export function chosen(page: number, colour: number) {
  const at = within(page - 1, TEMPLATES.length - 1)
  const template = TEMPLATES[at] ?? TEMPLATES[0]
  const picked = within(colour, template.colours.length - 1)
  return { page: at + 1, template, colour: template.colours[picked] ?? template.colours[0] }
}
