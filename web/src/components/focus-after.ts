import { flushSync } from 'react-dom'

/**
 * Draws `change` at once and gives the focus to what it brought. A later frame would be a guess: on a slow
 * machine it comes before React has drawn, and the focus falls to the page's beginning.
 */
export function focusAfter(change: () => void, found: () => HTMLElement | null | undefined): void {
  flushSync(change)
  found()?.focus()
}
