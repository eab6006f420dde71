// Merging two edits of the same item: the differences, and the merged item.
import { orderedKeys, same } from '../elements'
import type { ContentType, Element, Item } from '../api'

export type Side = 'mine' | 'theirs'

/** An element in which the two versions differ. */
export interface Difference {
  key: string
  mine: Element | undefined
  theirs: Element | undefined
  /** Which side changed it; null if both did, and a person has to choose. */
  changedBy: Side | null
}

/** The name is compared like an element, under a key that no element can have. */
export const NAME = '@name'
const nameElement = (name: string): Element => ({ elementType: 'text', value: name })

/** The differences between mine and theirs, given their common base. */
export function compare(base: Item, mine: Item, theirs: Item, type?: ContentType): Difference[] {
  const at = (item: Item, key: string) => (key === NAME ? nameElement(item.name) : item.elements[key])
  return [NAME, ...orderedKeys(type, mine.elements, theirs.elements)].flatMap((key) => {
    const [before, own, other] = [at(base, key), at(mine, key), at(theirs, key)]
    if (same(own, other)) return []
    const changedBy = same(own, before) ? 'theirs' : same(other, before) ? 'mine' : null
    return [{ key, mine: own, theirs: other, changedBy }]
  })
}

/** A change by one side is chosen; nothing is chosen yet if both changed it. */
export const firstChoices = (differences: readonly Difference[]): Partial<Record<string, Side>> =>
  Object.fromEntries(differences.flatMap(({ key, changedBy }) => (changedBy ? [[key, changedBy]] : [])))

/** The merged item, on top of their revision. If nothing was chosen, mine is used, so that nothing typed is lost. */
export function merge(
  mine: Item,
  theirs: Item,
  differences: readonly Difference[],
  choices: Partial<Record<string, Side>>,
): Item {
  const own = differences.filter(({ key }) => choices[key] !== 'theirs')
  const taken = own.flatMap(({ key, mine: element }) => (element ? [[key, element] as const] : []))
  const kept = Object.entries(theirs.elements).filter(([key]) => !own.some((found) => found.key === key))
  return {
    ...theirs,
    name: own.some(({ key }) => key === NAME) ? mine.name : theirs.name,
    tags: mine.tags ?? theirs.tags ?? [],
    elements: Object.fromEntries([...kept, ...taken.filter(([key]) => key !== NAME)]),
  }
}
