// The authoring calls. A refusal is an `ApiFailure` whose `details` contain more (see `refusals.ts`).
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer, Narrow, Request } from '../../api/contract'
import { paging, reading, writing, type PagedQuery, type Query, type Write } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'

/** An element of an item; `elementType` determines the other fields. */
export interface Element {
  elementType: string
  [key: string]: unknown
}

export type Elements = Record<string, Element>

export type Status = Answer<'SavedStatus'>

/** An item as stored. Delivered items look the same, with `html` and image addresses added. */
export type Item = Narrow<'Item', { status: Status; elements: Elements; rev: number }>

export interface ElementSpec extends Omit<Answer<'ElementDef'>, keyof SpecLimits | 'elements'>, SpecLimits {
  /** Of a group: the elements of a row. */
  elements?: ElementSpec[]
}

/** The server omits absent limits. */
type SpecLimits = {
  [Key in 'help' | 'format' | 'maxLength' | 'min' | 'max']?: NonNullable<Answer<'ElementDef'>[Key]>
}

export type ContentType = Narrow<'TypeDef', { elements: ElementSpec[] }>

/** An item in the list; `readyRev` is the public revision. */
export type ItemSummary = Answer<'Listed'>

/** A problem of an element; `element` is its key, or `questions.0.answer` inside a group. */
export type Problem = Answer<'ContentProblem'>

export type ItemDetails = Narrow<
  'Editing',
  { item: Item & Answer<'Item'>; ready?: (Item & Answer<'Item'>) | null }
>

export type Revision = Narrow<'Revision', { status: Status }>

type RevisionPage = Narrow<'Revisions', { revisions: Revision[] }>

export type LibraryImage = Answer<'ImageAnswer'>

export type NewItem = Request<'CreateBody'> & { elements?: Elements }

/** An item, and the revision on top of which it is changed. */
interface AtRevision {
  libraryId: string
  id: string
  rev: number
}

export interface ItemFilters {
  search?: string
  typeId?: string
  status?: string
  kind?: string
}

const AUTHORING = 'content/{libraryId}/authoring/v1'
const ITEMS = `${AUTHORING}/content` as const
const ITEM = `${ITEMS}/{id}` as const
const IMAGES = `${AUTHORING}/images` as const
const IMAGE = `${IMAGES}/{id}` as const

export const createItem: Write<NewItem & { libraryId: string }, Item> = writing('post', ITEMS)

/** Saves a new revision on top of `item.rev`. */
export const saveItem = (
  libraryId: string,
  item: Item,
  status: Status,
  idempotencyKey: string,
): Promise<Item> => api.put(ITEM, { ...item, status }, { path: { libraryId, id: item.id }, idempotencyKey })

export const deleteItem = writing('delete', ITEM)

/** Takes the published item down; what is there at `rev` becomes a draft. */
export const takeDownItem: Write<AtRevision, Item> = writing('post', `${ITEM}/take-down`)

/** Makes a new draft from `revision`, on top of `rev`. */
export const restoreRevision: Write<AtRevision & { revision: number }, Item> = writing(
  'post',
  `${ITEM}/restore`,
)

/** The item as the site will draw it, with its references filled in; nothing is saved. */
const renderItem = (libraryId: string, item: Item): Promise<Item> =>
  api.post(`${AUTHORING}/rendering/context/{id}`, { item }, { path: { libraryId, id: item.id } })

/** The largest file that the server accepts, in bytes. */
export const IMAGE_BYTES = 8 * 1024 * 1024
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** What a picture is called, and what it shows. */
export type ImageWords = Pick<LibraryImage, 'name' | 'altText'>

export const uploadImage = (
  libraryId: string,
  file: File,
  words: ImageWords,
  idempotencyKey: string,
): Promise<LibraryImage> =>
  api.upload(IMAGES, file, { path: { libraryId }, query: { ...words }, idempotencyKey })

export const changeImage = writing('put', IMAGE)

export const deleteImage = writing('delete', IMAGE)

/** The key of everything that editors read; removed with the session. */
const root = [...queryKeys.mine, 'authoring'] as const

export const authoringKeys = {
  root,
  items: [...root, 'items'] as const,
  images: [...root, 'images'] as const,
  item: (id: string) => [...root, 'item', id] as const,
}

export const typesQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [...root, 'types', libraryId],
    queryFn: async ({ signal }): Promise<ContentType[]> => {
      const answer: { types: ContentType[] } = await api.get(`${AUTHORING}/types`, {
        path: { libraryId },
        signal,
      })
      return answer.types
    },
    staleTime: Infinity,
  })

export const itemsQuery = (libraryId: string, filters: ItemFilters) =>
  paging(ITEMS, {
    path: { libraryId },
    query: { ...filters },
    queryKey: [...authoringKeys.items, libraryId, filters],
    staleTime: 0,
  })

export const itemQuery = (libraryId: string, id: string): Query<ItemDetails> =>
  reading(ITEM, {
    path: { libraryId, id },
    queryKey: [...authoringKeys.item(id), libraryId],
    staleTime: 0,
  })

/** The versions of an item, newest first. */
export const revisionsQuery = (libraryId: string, id: string): PagedQuery<RevisionPage> =>
  paging(`${ITEM}/revisions`, {
    path: { libraryId, id },
    queryKey: [...authoringKeys.item(id), libraryId, 'revisions'],
    staleTime: 0,
  })

/** A revision never changes. */
export const revisionQuery = (libraryId: string, id: string, revision: number): Query<Item> =>
  reading(`${ITEM}/revisions/{revision}`, {
    path: { libraryId, id, revision },
    queryKey: [...root, 'revision', libraryId, id, revision],
    staleTime: Infinity,
  })

export const previewQuery = (libraryId: string, item: Item) =>
  queryOptions({
    queryKey: [...root, 'preview', libraryId, item],
    queryFn: () => renderItem(libraryId, item),
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })

export const imagesQuery = (libraryId: string) =>
  paging(IMAGES, {
    path: { libraryId },
    queryKey: [...authoringKeys.images, libraryId],
    staleTime: 30_000,
  })
