// The endpoints of the document as functions: what a feature reads, and what it writes.
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'
import { api } from './client/client'
import type { Data, Input, Path, PathAndQuery } from './contract'

/** What `useQuery` and the query client take. */
export type Query<D> = ReturnType<typeof queryOptions<D>>

type Options<D> = Omit<UndefinedInitialDataOptions<D>, 'queryFn'>

/** What `useInfiniteQuery` takes. */
export type PagedQuery<D> = ReturnType<
  typeof infiniteQueryOptions<D, Error, InfiniteData<D>, QueryKey, string | null>
>

type PagedOptions<D> = Omit<
  UndefinedInitialDataInfiniteOptions<D, Error, InfiniteData<D>, QueryKey, string | null>,
  'queryFn' | 'initialPageParam' | 'getNextPageParam'
>

type PagedPath = {
  [P in Path<'get'>]: 'cursor' extends keyof Data<'get', P> ? P : never
}[Path<'get'>]

type Page = { cursor?: string | null }
type Values = { path?: object; query?: object }

const get = (address: string, options: object) =>
  (api.get as (address: string, options: object) => Promise<Page>)(address, options)

/** A query of the document. Annotated with `Query`, it may have a narrower answer. */
export function reading<P extends Path<'get'>, D extends Data<'get', P> = Data<'get', P>>(
  address: P,
  options: PathAndQuery<'get', P> & Options<NoInfer<D>>,
): Query<D>
export function reading(address: string, { path, query, ...options }: Values & Options<unknown>): unknown {
  return queryOptions({ ...options, queryFn: ({ signal }) => get(address, { path, query, signal }) })
}

/** The same for an answer in pages, each with the cursor of the next. */
export function paging<P extends PagedPath, D extends Data<'get', P> = Data<'get', P>>(
  address: P,
  options: PathAndQuery<'get', P> & PagedOptions<NoInfer<D>>,
): PagedQuery<D>
export function paging(address: string, { path, query, ...options }: Values & PagedOptions<Page>): unknown {
  return infiniteQueryOptions({
    ...options,
    queryFn: ({ pageParam, signal }) =>
      get(address, { path, query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: null,
    getNextPageParam: ({ cursor }) => cursor,
  })
}

/** A write with its idempotency key. */
export type Write<I, O> = (input: I, idempotencyKey: string) => Promise<O>

/**
 * A write of the document. Of its input, the values that the path names go into the path, the others into the body. Annotated
 * with `Write`, it may take a narrower input or give a narrower answer.
 */
export function writing<
  M extends 'post' | 'put' | 'delete',
  P extends Path<M>,
  D extends Data<M, P> = Data<M, P>,
>(method: M, address: P): Write<Input<M, P>, D> {
  return (input, idempotencyKey) => {
    const path: Record<string, unknown> = {}
    const body: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(input ?? {}))
      (address.includes(`{${name}}`) ? path : body)[name] = value
    const send = api[method] as (address: P, body: object, options: object) => Promise<D>
    return send(address, body, { path, idempotencyKey })
  }
}
