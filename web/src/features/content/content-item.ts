// The shape of a content item, and the safe reading of its typed elements. An element of another type than expected
// counts as absent: a page shows the rest, whatever an author did.

import { isRecord } from '../../api/json'
import type { ImageValue } from '../../components/graphics/Picture'

export interface ContentItem {
  id: string
  name: string
  typeId: string
  type: string
  /** In a preview, `draft` if its newest version is not published. */
  status?: string
  elements: Elements
}

export type Elements = Record<string, unknown>

/** What a press on a link does instead of opening an address (RULES 13.10). */
type LinkAction = 'scroll' | 'modal' | 'full-modal' | 'logout' | 'cancel-booking'

const ACTIONS: readonly string[] = ['scroll', 'modal', 'full-modal', 'logout', 'cancel-booking']
const WITH_TARGET: readonly string[] = ['scroll', 'modal', 'full-modal']

export interface ContentLink {
  /** Empty if only an action was authored. */
  url: string
  text: string
  action?: LinkAction | undefined
  /** The element to scroll to, or the item to show. */
  target?: string | undefined
}

/** A text with markup as the server delivers it. */
export interface Rich {
  /** Sanitised by the server; null if it was not rendered. */
  html: string | null
  /** As it was written. */
  text: string
}

/** Reads an item from JSON; null if it is not one, such as a reference that was not inlined. */
export function asContentItem(value: unknown): ContentItem | null {
  if (!isRecord(value) || typeof value.id !== 'string' || !isRecord(value.elements)) return null
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return {
    id: value.id,
    name: text('name'),
    typeId: text('typeId'),
    type: text('type'),
    status: text('status'),
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

/** The texts of a list, without those that are empty; none when absent. */
export function textsOf(elements: Elements, key: string): string[] {
  const values = element(elements, key, 'text')?.values
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  return texts.filter((text) => text.trim() !== '')
}

/** A Markdown element with the HTML that the server made of it; plain text reads as text. */
export function richOf(elements: Elements, key: string): Rich {
  const html = element(elements, key, 'formattedtext')?.html
  return { html: typeof html === 'string' && html !== '' ? html : null, text: textOf(elements, key) }
}

/** The first of a category element's choices; empty when absent. */
export function categoryOf(elements: Elements, key: string): string {
  const categories = element(elements, key, 'category')?.categories
  const first: unknown = Array.isArray(categories) ? categories[0] : undefined
  return typeof first === 'string' ? first : ''
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

/** A link with a text and an address or an action; null otherwise. */
export function linkOf(elements: Elements, key: string): ContentLink | null {
  const found = element(elements, key, 'link')
  const textAt = (name: string) => (typeof found?.[name] === 'string' ? found[name] : '')
  const [url, text, target] = [textAt('linkURL'), textAt('linkText'), textAt('target')]
  const action = ACTIONS.find((known) => known === textAt('action')) as LinkAction | undefined
  if (text === '') return null
  if (action !== undefined && (target !== '' || !WITH_TARGET.includes(action)))
    return { url, text, action, ...(target ? { target } : {}) }
  return url === '' ? null : { url, text }
}

/** The picture of an image element; null if none is chosen or it was deleted. */
export function imageOf(elements: Elements, key: string): ImageValue | null {
  const found = element(elements, key, 'image')
  if (!found || typeof found.url !== 'string' || !Array.isArray(found.widths)) return null
  const number = (name: string) => (typeof found[name] === 'number' ? found[name] : 0)
  return {
    url: found.url,
    width: number('width'),
    height: number('height'),
    widths: found.widths.filter((width) => typeof width === 'number'),
    altText: typeof found.altText === 'string' ? found.altText : '',
  }
}

/** The items that a reference element refers to, without those that could not be inlined. */
export function itemsOf(elements: Elements, key: string): ContentItem[] {
  const found = element(elements, key, 'reference')
  const values = Array.isArray(found?.values) ? found.values : [found?.value]
  return values.map(asContentItem).filter((item) => item !== null)
}

/** The ids of a reference element that could not be inlined: missing, or not published. */
export function missingOf(elements: Elements, key: string): string[] {
  const found = element(elements, key, 'reference')
  const values: unknown[] = Array.isArray(found?.values) ? found.values : [found?.value]
  return values
    .filter((value) => isRecord(value) && asContentItem(value) === null)
    .map((value) => (isRecord(value) && typeof value.id === 'string' ? value.id : '?'))
}

export function groupsOf(elements: Elements, key: string): Elements[] {
  const found = element(elements, key, 'group')
  const values = Array.isArray(found?.values) ? found.values : [found?.value]
  return values.filter(isRecord)
}

/** Replaces `{name}` placeholders; one without a value is removed, with the space before it. */
export function fill(text: string, words: Record<string, string | null | undefined>): string {
  return text.replace(/(,?\s*)\{(\w+)\}/g, (_, before: string, name: string) => {
    const value = words[name]
    return value ? `${before}${value}` : ''
  })
}
