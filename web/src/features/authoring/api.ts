// The authoring calls, one function each. A refusal is an `ApiFailure` whose `details` say more (see `refusals.ts`).
import { api } from '../../api/client'
import type {
  ContentType,
  Item,
  ItemDetails,
  ItemPage,
  NewItem,
  Picture,
  Rev,
  Revision,
  Status,
} from './wire'
import { upload } from './upload'

/** What the list is narrowed to. */
export interface Filters {
  search?: string
  typeId?: string
  status?: string
  kind?: string
}

const at = (library: string, ...parts: (string | number)[]) =>
  ['content', library, 'authoring', 'v1', ...parts].map((part) => encodeURIComponent(String(part))).join('/')

export const fetchTypes = async (library: string, signal?: AbortSignal) =>
  (await api.get<{ types: ContentType[] }>(at(library, 'types'), undefined, signal)).types

export const fetchItems = (library: string, filters: Filters, cursor?: string, signal?: AbortSignal) =>
  api.get<ItemPage>(at(library, 'content'), { ...filters, cursor }, signal)

export const fetchItem = (library: string, id: string, signal?: AbortSignal) =>
  api.get<ItemDetails>(at(library, 'content', id), undefined, signal)

export const createItem = (library: string, item: NewItem) => api.post<Item>(at(library, 'content'), item)

/** Saves a new revision on top of `item.rev`. */
export const saveItem = (library: string, item: Item, status: Status) =>
  api.put<Item>(at(library, 'content', item.id), { ...item, status })

export const deleteItem = (library: string, id: string, rev: Rev) =>
  api.delete<unknown>(at(library, 'content', id), { rev })

export const fetchRevisions = async (library: string, id: string, signal?: AbortSignal) =>
  (await api.get<{ revisions: Revision[] }>(at(library, 'content', id, 'revisions'), undefined, signal))
    .revisions

export const fetchRevision = (library: string, id: string, rev: Rev, signal?: AbortSignal) =>
  api.get<Item>(at(library, 'content', id, 'revisions', rev), undefined, signal)

/** A new draft with what revision `revision` held, on top of `rev`. */
export const restoreRevision = (library: string, id: string, revision: Rev, rev: Rev) =>
  api.post<Item>(at(library, 'content', id, 'restore'), { revision, rev })

/** The item as the site will draw it, with what it refers to; nothing is saved. */
export const renderItem = (library: string, item: Item) =>
  api.post<Item>(at(library, 'rendering', 'context', item.id), { item })

export const fetchImages = (library: string, cursor?: string, signal?: AbortSignal) =>
  api.get<{ images: Picture[]; cursor?: string | null }>(at(library, 'images'), { cursor }, signal)

/** The largest file that the server takes, in bytes. */
export const IMAGE_BYTES = 8 * 1024 * 1024
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

export const uploadImage = (library: string, file: File, name: string, altText: string) =>
  upload<Picture>(`/api/${at(library, 'images')}`, file, { name, altText })
