import type { KeyboardEvent } from 'react'

const PRESSED = new Set(['submit', 'button', 'image', 'reset', 'file'])

/**
 * Enter in a single-line input never submits its form (RULES 10.8); on buttons, links, text areas and open lists it
 * works as usual.
 */
export function suppressEnter(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (target instanceof HTMLInputElement && target.form && !PRESSED.has(target.type)) event.preventDefault()
}
