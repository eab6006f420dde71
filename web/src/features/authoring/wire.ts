// The authoring wire: what editors read and send. Delivered items look the same, with `html` and image addresses added.

/** An element of an item: `elementType` says what the rest means. */
export interface Element {
  elementType: string
  [key: string]: unknown
}

export type Elements = Record<string, Element>

export type Status = 'draft' | 'ready'

/** A revision's number, as the server counts. */
export type Rev = string | number

/** An item as it is stored. */
export interface Item {
  id: string
  name: string
  typeId: string
  type?: string
  status: Status
  libraryId?: string
  tags?: string[]
  elements: Elements
  rev: Rev
  lastModified?: string
}

export type Kind = 'page' | 'component' | 'fragment' | 'settings'

/** What an element of a type may hold. */
export interface ElementSpec {
  key: string
  label: string
  elementType: string
  required: boolean
  list: boolean
  help?: string
  /** Of a text: `path` or `anchor`. */
  format?: string
  maxLength?: number
  min?: number
  max?: number
  options?: string[]
  /** Of a reference: type ids, or `kind:component`. */
  allow?: string[]
  /** Of a group: what a row holds. */
  elements?: ElementSpec[]
}

export interface ContentType {
  typeId: string
  type: string
  kind: Kind
  description: string
  elements: ElementSpec[]
}

/** A line of the list. */
export interface ItemLine {
  id: string
  name: string
  typeId: string
  type: string
  /** Absent where the type is gone. */
  kind?: Kind
  path?: string | null
  status: Status | 'deleted'
  rev: Rev
  /** The revision that visitors see; null while there is none. */
  readyRev?: Rev | null
  lastModified: string
  savedBy?: string | null
  /** How many things are wrong with it. */
  problems: number
}

export interface ItemPage {
  items: ItemLine[]
  cursor?: string | null
}

/** Something wrong with an element; `element` is its key, or `questions.0.answer` inside a group. */
export interface Problem {
  element?: string | null
  problem: string
  message: string
}

export interface Reference {
  id: string
  name: string
}

export interface ItemDetails {
  item: Item
  ready?: Item | null
  problems: Problem[]
  usedBy: Reference[]
}

export interface Revision {
  rev: Rev
  status: Status
  name: string
  savedAt: string
  savedBy?: string | null
  restoredFrom?: Rev | null
}

export interface Picture {
  id: string
  name: string
  altText: string
  width: number
  height: number
  url: string
  widths: number[]
}

export interface NewItem {
  id?: string
  name: string
  typeId: string
  tags?: string[]
  elements?: Elements
}
