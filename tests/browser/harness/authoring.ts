// Reads and writes content through the API, as the delivery team.
import type { Api } from './api.ts'
import { tokenOf } from './session.ts'

const LIBRARY = 'sixfold-en-gb'
const BASE = `content/${LIBRARY}/authoring/v1/content`

export type Elements = Record<string, unknown>

export const text = (value: string) => ({ elementType: 'text', value })
export const rich = (value: string) => ({ elementType: 'formattedtext', value })
export const link = (linkText: string, more: object) => ({
  elementType: 'link',
  linkURL: '',
  linkText,
  ...more,
})

interface Item {
  id: string
  rev: number
  name: string
  typeId: string
  elements: Elements
}

/** Somebody of the delivery team, signed in. */
export class Author {
  readonly #api: Api
  readonly #token: string

  private constructor(api: Api, token: string) {
    this.#api = api
    this.#token = token
  }

  static async signIn(api: Api): Promise<Author> {
    return new Author(api, await tokenOf(api, 'delivery@sixfold.example'))
  }

  /** An item as editors see it. */
  async item(id: string): Promise<Item> {
    return (await this.#send<{ item: Item }>('GET', `${BASE}/${id}`, undefined)).item
  }

  /** Makes an item that visitors do not see yet. */
  create(item: Pick<Item, 'id' | 'name' | 'typeId'> & { elements?: Elements }): Promise<Item> {
    return this.#send<Item>('POST', BASE, item)
  }

  /** Makes an item and lets visitors see it. */
  async publish(id: string, typeId: string, elements: Elements): Promise<void> {
    const made = await this.create({ id, name: id, typeId, elements })
    await this.#send<Item>('PUT', `${BASE}/${id}`, { ...made, status: 'ready' })
  }

  /** Changes elements of an item that visitors see. */
  async change(id: string, elements: Elements): Promise<void> {
    const item = await this.item(id)
    await this.#send<Item>('PUT', `${BASE}/${id}`, {
      ...item,
      status: 'ready',
      elements: { ...item.elements, ...elements },
    })
  }

  /** A page in the template Flexi. */
  publishPage(id: string, path: string, headline: string, components: readonly string[]): Promise<void> {
    return this.publish(id, 'flexi-page', {
      path: text(path),
      template: { elementType: 'category', categories: ['Flexi'] },
      title: text(headline),
      description: text(`${headline} All of it.`),
      headline: text(headline),
      indexable: { elementType: 'toggle', value: true },
      components: { elementType: 'reference', values: components.map((component) => ({ id: component })) },
    })
  }

  #send<T>(method: string, path: string, body: unknown): Promise<T> {
    return this.#api.ask<T>(method, path, body, this.#token)
  }
}
