// The keys of a running ceremony: Space and → go forward, ← goes back, wherever the focus is unless somebody is typing.
import { useEffect, useEffectEvent } from 'react'

export type Way = 'next' | 'back'

/** What a key does here; null if it belongs to a field, a button or an open dialog. */
export function wayOf(event: KeyboardEvent): Way | null {
  const { key, target } = event
  // Holding a key down would run through the whole list.
  if (event.defaultPrevented || event.repeat) return null
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (document.querySelector('dialog[open]')) return null
  const on = target instanceof Element ? target : null
  if (on?.closest('input, select, textarea, [contenteditable]')) return null
  if (key === 'ArrowRight') return 'next'
  if (key === 'ArrowLeft') return 'back'
  // On a button it presses that button.
  return key === ' ' && !on?.closest('button, a, summary') ? 'next' : null
}

export function useKeys(go: (way: Way) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const way = wayOf(event)
    if (!way) return
    event.preventDefault()
    go(way)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
