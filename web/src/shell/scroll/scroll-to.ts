// The target of a scroll action or a hash on a page: an element by its id, or the component of that content item.

/** Scrolls there and takes the focus along; false when it is not on the page. */
export function scrollToTarget(target: string): boolean {
  const element =
    document.getElementById(target) ??
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(target)}"]`)
  if (!element) return false
  element.scrollIntoView()
  element.focus({ preventScroll: true })
  return true
}
