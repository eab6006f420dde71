// Keeps what the server drew of a page's components below the first, until React renders it.
import type { ContentItem } from '../features/content/content-item'

interface Drawing {
  nodes: NodeListOf<ChildNode>
  /** How much of the page it takes: what has scrolled already must not jump. */
  height: number
}

const drawn = new Map<string, Drawing>()

/** Remembers the components that the server drew in the root, before React empties it. */
export function keepServerDrawn(root: Element): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-ahead]'))
    if (place.dataset.item)
      drawn.set(place.dataset.item, { nodes: place.childNodes, height: place.offsetHeight })
}

/** The server's drawing of an item, while it is still on the page. */
export const serverDrawn = ({ id }: ContentItem): Drawing | undefined => drawn.get(id)

/** It has been drawn by React, or its page has been left. */
export const dropServerDrawn = ({ id }: ContentItem): void => void drawn.delete(id)
