// Reading, making and comparing elements while they are edited. Knows no form and no network.
import { isRecord } from '../../api/json'
import type { ContentType, Element, Elements, ElementSpec, Item } from './api'

/** Keys that the server adds when it delivers; they are never stored. */
const DELIVERED: Record<string, readonly string[]> = {
  formattedtext: ['html'],
  image: ['url', 'width', 'height', 'widths', 'html'],
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (!isRecord(value)) return value
  const drop = typeof value.elementType === 'string' ? (DELIVERED[value.elementType] ?? []) : []
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !drop.includes(key))
      .map(([key, inner]) => [key, stripped(inner)]),
  )
}

export const storedElements = (elements: Elements): Elements => stripped(elements) as Elements

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((key) => value[key] !== undefined)
      .map((key) => [key, canonical(value[key])]),
  )
}

/** Whether two values are equal, whatever the order of their keys. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(canonical(stripped(one)) ?? null) === JSON.stringify(canonical(stripped(other)) ?? null)

/** An empty element; undefined if absence is the empty state. */
function freshElement(spec: ElementSpec): Element | undefined {
  if (spec.elementType === 'category' && spec.required && spec.options?.length === 1)
    return { elementType: 'category', categories: [...spec.options] }
  if (spec.elementType === 'text' && spec.required && spec.options?.length === 1)
    return { elementType: 'text', value: spec.options[0] }
  return undefined
}

export function freshElements(specs: readonly ElementSpec[]): Elements {
  const made = specs.flatMap((spec) => {
    const element = freshElement(spec)
    return element ? [[spec.key, element] as const] : []
  })
  return Object.fromEntries(made)
}

/** The values of a list element, or the single value. */
export function valuesOf(element: Element | undefined): unknown[] {
  if (!element) return []
  if (Array.isArray(element.values)) return element.values
  return element.value === undefined || element.value === null ? [] : [element.value]
}

/** The element for the API: `values` of a list, `value` of a single one; undefined if empty. */
export function withValues(spec: ElementSpec, values: readonly unknown[]): Element | undefined {
  if (values.length === 0) return undefined
  return spec.list
    ? { elementType: spec.elementType, values: [...values] }
    : { elementType: spec.elementType, value: values[0] }
}

export const textValue = (element: Element | undefined): string =>
  typeof element?.value === 'string' ? element.value : ''

export const referenceIds = (element: Element | undefined): string[] =>
  valuesOf(element).flatMap((value) => (isRecord(value) && typeof value.id === 'string' ? [value.id] : []))

export const rowsOf = (element: Element | undefined): Elements[] =>
  valuesOf(element).filter(isRecord) as unknown as Elements[]

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An element as text for a comparison; `nameOf` returns the name of an item. */
export function describe(
  element: Element | undefined,
  spec: ElementSpec | undefined,
  nameOf: (id: string) => string = (id) => id,
): string {
  if (!element) return ''
  switch (element.elementType) {
    case 'toggle':
      return element.value === true ? 'On' : 'Off'
    case 'link': {
      const { linkText, linkURL, action, target } = element
      const does = words(action) ? ` (${words(action)}${words(target) ? ` ${words(target)}` : ''})` : ''
      return `${words(linkText)} → ${words(linkURL)}${does}`
    }
    case 'image':
      return `Image ${words(element.id)}${words(element.altText) ? `: ${words(element.altText)}` : ''}`
    case 'category':
      return Array.isArray(element.categories) ? element.categories.join(', ') : ''
    case 'reference':
      return referenceIds(element).map(nameOf).join('\n')
    case 'group':
      return rowsOf(element)
        .map((row, index) => `${index + 1}.\n${describeRow(row, spec?.elements ?? [], nameOf)}`)
        .join('\n')
    default:
      return valuesOf(element)
        .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
        .join('\n')
  }
}

function describeRow(row: Elements, specs: readonly ElementSpec[], nameOf: (id: string) => string): string {
  const keys = [...new Set([...specs.map((spec) => spec.key), ...Object.keys(row)])]
  return keys
    .flatMap((key) => {
      const spec = specs.find((found) => found.key === key)
      const text = describe(row[key], spec, nameOf)
      return text ? [`${spec?.label ?? key}: ${text}`] : []
    })
    .join('\n')
}

/** The keys of items in the order of their type; unknown ones come last. */
export function orderedKeys(type: ContentType | undefined, ...all: Elements[]): string[] {
  const known = type?.elements.map((spec) => spec.key) ?? []
  const present = new Set(all.flatMap((elements) => Object.keys(elements)))
  return [...known.filter((key) => present.has(key)), ...[...present].filter((key) => !known.includes(key))]
}

/** Whether there is a choice: an element with one possible value is not shown. */
export const hasChoice = (spec: ElementSpec): boolean => spec.options?.length !== 1

export const specOf = (type: ContentType | undefined, key: string): ElementSpec | undefined =>
  type?.elements.find((spec) => spec.key === key)

/** The path of a page without the locale; null for other items. */
export const pagePath = (item: Pick<Item, 'elements'>): string | null =>
  textValue(item.elements.path).startsWith('/') ? textValue(item.elements.path) : null
