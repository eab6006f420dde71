// Server-drawn components further down stay until they are about to be seen, and only then does React render them.
// Components that nobody scrolls to cost a phone nothing.
import { startTransition, useCallback, useState } from 'react'
import type { ContentItem } from '../features/content/content-item'
import type { Part } from './part'
import { dropServerDrawn, serverDrawn } from './server-drawn'

/** How far from the window a component is prepared, in window heights. */
const REACH = '50% 0%'

/**
 * For the place of a component: puts the server's drawing into it until the place comes near the window, then gives
 * `null`, for React to draw. An item that has changed is drawn at once; code that does not come leaves the drawing.
 */
export function useServerDrawn(item: ContentItem, part: Part | undefined) {
  const [first] = useState(() => ({ item, drawing: serverDrawn(item) }))
  const [standing, setStanding] = useState(first.drawing !== undefined)
  const takeOver = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return
      if (first.drawing && first.drawing.nodes.length > 0) {
        place.style.setProperty('contain-intrinsic-block-size', `auto ${first.drawing.height}px`)
        place.replaceChildren(...first.drawing.nodes)
      }
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return
          part?.preload(first.item).then(
            () => startTransition(() => setStanding(false)),
            () => undefined,
          )
        },
        { rootMargin: REACH },
      )
      observer.observe(place)
      return () => {
        observer.disconnect()
        dropServerDrawn(first.item)
      }
    },
    [first, part],
  )
  return standing && part && item.elements === first.item.elements ? takeOver : null
}
