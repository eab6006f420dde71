import { flushSync } from 'react-dom'

/**
 * Renders `change` at once and focuses what it brought. Waiting for a frame would be a guess: on a slow machine it
 * comes before React has rendered, and the focus is lost to the document.
 */
export function focusAfter(change: () => void, found: () => HTMLElement | null | undefined): void {
  flushSync(change)
  found()?.focus()
}
