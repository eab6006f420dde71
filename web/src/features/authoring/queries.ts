// What editors read. Everything lies under one key that goes with the session.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../api/queries'
import {
  fetchImages,
  fetchItem,
  fetchItems,
  fetchRevision,
  fetchRevisions,
  fetchTypes,
  renderItem,
  type Filters,
} from './api'
import type { Item, Rev } from './wire'

const root = [...queryKeys.mine, 'authoring'] as const

export const authoringKeys = {
  root,
  items: [...root, 'items'] as const,
  images: [...root, 'images'] as const,
  item: (id: string) => [...root, 'item', id] as const,
}

export const typesQuery = (library: string) =>
  queryOptions({
    queryKey: [...root, 'types', library],
    queryFn: ({ signal }) => fetchTypes(library, signal),
    staleTime: Infinity,
  })

export const itemsQuery = (library: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...authoringKeys.items, library, filters],
    queryFn: ({ signal, pageParam }) => fetchItems(library, filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor ?? undefined,
    staleTime: 0,
  })

export const itemQuery = (library: string, id: string) =>
  queryOptions({
    queryKey: [...authoringKeys.item(id), library],
    queryFn: ({ signal }) => fetchItem(library, id, signal),
    staleTime: 0,
  })

export const revisionsQuery = (library: string, id: string) =>
  queryOptions({
    queryKey: [...authoringKeys.item(id), library, 'revisions'],
    queryFn: ({ signal }) => fetchRevisions(library, id, signal),
    staleTime: 0,
  })

/** A revision never changes. */
export const revisionQuery = (library: string, id: string, rev: Rev) =>
  queryOptions({
    queryKey: [...root, 'revision', library, id, rev],
    queryFn: ({ signal }) => fetchRevision(library, id, rev, signal),
    staleTime: Infinity,
  })

export const previewQuery = (library: string, item: Item) =>
  queryOptions({
    queryKey: [...root, 'preview', library, item],
    queryFn: () => renderItem(library, item),
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })

export const imagesQuery = (library: string) =>
  infiniteQueryOptions({
    queryKey: [...authoringKeys.images, library],
    queryFn: ({ signal, pageParam }) => fetchImages(library, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor ?? undefined,
    staleTime: 30_000,
  })
