// The story cards, the colours of each, and which are offered (RULES 13.7).
import type { CardChoice, CardColour, CardFact, CardTemplate } from '../../../api/cards'
import { STORY, type Format } from './formats'

export interface Colour {
  id: CardColour
  name: string
}

/** In the order in which they are offered; the first one is the default (RULES 13.7). */
export const COLOURS = [
  { id: 'black', name: 'Black' },
  { id: 'grey', name: 'Grey' },
  { id: 'white', name: 'White' },
  { id: 'appColor', name: 'Green' },
  { id: 'appColorGradient', name: 'Green fade' },
] as const satisfies readonly [Colour, ...Colour[]]

export interface Template {
  id: CardTemplate
  name: string
  /** The colours to choose from; a single one leaves no choice. */
  colours: typeof COLOURS | readonly [(typeof COLOURS)[0]]
  /** What may be picked for it; it shows nothing else that is picked. */
  facts: readonly CardFact[]
}

const ALL_FACTS: readonly CardFact[] = ['rank', 'percentile', 'gain', 'marks', 'handle']
const WITHOUT_MARKS = ALL_FACTS.filter((fact) => fact !== 'marks')
const HANDLE: readonly CardFact[] = ['handle']

/** In the order of their page numbers, from 1. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  { id: 'season_card', name: 'Season card', colours: COLOURS, facts: ALL_FACTS },
  { id: 'result_details', name: 'Result details', colours: COLOURS, facts: ALL_FACTS },
  { id: 'result_overview', name: 'Result overview', colours: [COLOURS[0]], facts: WITHOUT_MARKS },
]

/** The season in three cards: a set with a place of its own below the pages. */
export const RECAP: readonly Template[] = [
  { id: 'recap_result', name: 'Season result', colours: COLOURS, facts: HANDLE },
  { id: 'recap_progress', name: 'Season progress', colours: COLOURS, facts: HANDLE },
  { id: 'recap_tests', name: 'Season bests', colours: COLOURS, facts: HANDLE },
]

/** Drawn for somebody else to beat; it has a button of its own instead of a page number. */
export const CHALLENGE: Template = { id: 'challenge', name: 'Challenge', colours: COLOURS, facts: HANDLE }

const within = (value: number, last: number) =>
  Number.isInteger(value) ? Math.min(Math.max(value, 0), last) : 0

/** The template and colour of two numbers; a number out of range counts as the nearest valid one. */
export function chosen(page: number, colour: number) {
  const at = within(page - 1, TEMPLATES.length - 1)
  const template = TEMPLATES[at] ?? TEMPLATES[0]
  const picked = within(colour, template.colours.length - 1)
  return { page: at + 1, template, colour: template.colours[picked] ?? template.colours[0] }
}

/** The drawings one press away: the neighbouring pages in the same colour, then the other colours of this page. */
export function neighbours(page: number, colour: number): Pick<CardChoice, 'template' | 'colour'>[] {
  const here = chosen(page, colour)
  const beside = [here.page - 1, here.page + 1].filter((to) => to >= 1 && to <= TEMPLATES.length)
  const around = [
    ...beside.map((to) => chosen(to, colour)),
    ...here.template.colours.map((_, other) => chosen(here.page, other)),
  ]
  return around
    .map((near) => ({ template: near.template.id, colour: near.colour.id }))
    .filter((near) => near.template !== here.template.id || near.colour !== here.colour.id)
}

const templateOf = (wanted: CardTemplate): Template =>
  [...TEMPLATES, ...RECAP, CHALLENGE].find(({ id }) => id === wanted) ?? TEMPLATES[0]

/** The picked facts that the template shows. */
export const shownOn = (template: CardTemplate, picked: readonly CardFact[]): CardFact[] =>
  picked.filter((fact) => templateOf(template).facts.includes(fact))

/** `Season card, Green fade`; only the card's name if it has one colour. */
export function cardName(template: CardTemplate, colour: CardColour): string {
  const { name, colours } = templateOf(template)
  const shade = colours.length > 1 && COLOURS.find(({ id }) => id === colour)?.name
  return shade ? `${name}, ${shade}` : name
}

/** `sixfold-certificate-2026-11-26.pdf` */
export const siteFile = (words: readonly string[], type: 'pdf' | 'png'): string =>
  `${words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')}.${type}`

/** `sixfold-season-card.png`, `sixfold-season-card-square.png` */
export const fileName = (site: string, card: string, format: Format): string =>
  siteFile([site, card, ...(format.id === STORY.id ? [] : [format.name])], 'png')
