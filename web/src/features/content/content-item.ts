// Owns the shape of a content item and the safe reading of its typed elements. An element of another type
// than asked for reads as absent: a page shows the rest, whatever an author did.

export interface ContentItem {
  id: string
  name: string
  typeId: string
  type: string
  elements: Elements
}

export type Elements = Record<string, unknown>

export interface ContentLink {
  url: string
  text: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An item as it came over the wire, or null when it is not one (a reference that was not inlined, say). */
export function asContentItem(value: unknown): ContentItem | null {
  if (!isRecord(value) || typeof value.id !== 'string' || !isRecord(value.elements)) return null
  const word = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return {
    id: value.id,
    name: word('name'),
    typeId: word('typeId'),
    type: word('type'),
    elements: value.elements,
  }
}

function element(elements: Elements, key: string, ...types: string[]): Record<string, unknown> | null {
  const found = elements[key]
  return isRecord(found) && types.includes(String(found.elementType)) ? found : null
}

/** The text of a plain or a Markdown element; empty when absent. */
export function textOf(elements: Elements, key: string): string {
  const value = element(elements, key, 'text', 'formattedtext')?.value
  return typeof value === 'string' ? value : ''
}

export function numberOf(elements: Elements, key: string): number | null {
  const value = element(elements, key, 'number')?.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function toggleOf(elements: Elements, key: string, otherwise = false): boolean {
  const value = element(elements, key, 'toggle')?.value
  return typeof value === 'boolean' ? value : otherwise
}

/** The date of a datetime element, ISO; null when absent. */
export function dateOf(elements: Elements, key: string): string | null {
  const value = element(elements, key, 'datetime')?.value
  return typeof value === 'string' && value !== '' ? value : null
}

export function linkOf(elements: Elements, key: string): ContentLink | null {
  const found = element(elements, key, 'link')
  if (!found || typeof found.linkURL !== 'string' || typeof found.linkText !== 'string') return null
  return found.linkURL && found.linkText ? { url: found.linkURL, text: found.linkText } : null
}

/** The items a reference element holds, without those that could not be inlined. */
export function itemsOf(elements: Elements, key: string): ContentItem[] {
  const found = element(elements, key, 'reference')
  const values = Array.isArray(found?.values) ? found.values : [found?.value]
  return values.map(asContentItem).filter((item) => item !== null)
}

/** The rows of a list of groups, each with elements of its own. */
export function groupsOf(elements: Elements, key: string): Elements[] {
  const found = element(elements, key, 'group')
  const values = Array.isArray(found?.values) ? found.values : [found?.value]
  return values.filter(isRecord)
}

/** Puts words in the place of `{name}` marks; a mark without a word goes, with the space before it. */
export function fill(text: string, words: Record<string, string | null | undefined>): string {
  return text.replace(/(,?\s*)\{(\w+)\}/g, (_, before: string, name: string) => {
    const word = words[name]
    return word ? `${before}${word}` : ''
  })
}
