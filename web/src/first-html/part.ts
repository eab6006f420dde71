// A component of a page: drawn from its item and its page, its code loaded when it is needed.
import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { MissingCode } from '../components/PartBoundary'
import type { ContentItem } from '../features/content/content-item'

export interface PartProps {
  item: ContentItem
  /** The page it is on; in a modal, the item itself. */
  page: ContentItem
}

export interface Part {
  (props: PartProps): ReactNode
  /** Fetches its code, so that it can be drawn without a wait. */
  preload: (item: ContentItem) => Promise<unknown>
}

type PartComponent = ComponentType<PartProps>

/** A component by its name in the module that has its code. */
export const part = <K extends string>(
  load: () => Promise<Record<K, PartComponent>>,
  name: K,
  preloadOf?: (item: ContentItem) => Promise<unknown>,
): Part => partFrom(async () => (await load())[name], preloadOf)

/**
 * A component whose code comes when it is first drawn or preloaded. Once it is there it is drawn at once, which
 * `React.lazy` does not promise: the first commit must replace the server's markup in one go. `preloadOf` fetches what only
 * an item itself names.
 */
export function partFrom(
  load: () => Promise<PartComponent>,
  preloadOf?: (item: ContentItem) => Promise<unknown>,
): Part {
  let loaded: PartComponent | null = null
  let coming: Promise<PartComponent> | null = null
  const fetched = () =>
    (coming ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        // The next one who asks tries again.
        coming = null
        throw new MissingCode(error)
      },
    ))
  const waiting = () => lazy(async () => ({ default: await fetched() }))
  let Waiting = waiting()
  function LazyPart(props: PartProps) {
    // What was begun with stays: another type would lose what has been typed. A drawing that failed stays failed,
    // or it would be restarted endlessly: its first commit never comes.
    const [Component] = useState<PartComponent>(() => loaded ?? Waiting)
    return createElement(Component, props)
  }
  const preload = (item: ContentItem) => {
    if (coming === null) Waiting = waiting()
    return Promise.all([fetched(), preloadOf?.(item)])
  }
  return Object.assign(LazyPart, { preload })
}
