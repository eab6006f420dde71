import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For a part of a page whose rows or panels go away once something about them is done: if the focus was on one, where the
 * browser would drop it to the top of the page, it moves on to the element of the returned ref, such as the heading, or to what
 * `find` returns for that element. With `own` only if the focus was inside the element of the ref.
 */
export function useFocusKept<T extends HTMLElement>(
  find: (element: T) => HTMLElement | null = (element) => element,
  own = false,
): RefObject<T | null> {
  const ref = useRef<T>(null)
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = own && !(target instanceof Node && ref.current?.contains(target)) ? null : target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [own])
  useLayoutEffect(() => {
    const left = last.current
    if (!(left instanceof Element) || left.isConnected || document.activeElement !== document.body) return
    if (ref.current) find(ref.current)?.focus({ preventScroll: true })
  })
  return ref
}
