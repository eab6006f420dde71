// The target of a scroll action or a hash on a page: an element by its id, or the component of that content item.

const find = (target: string) =>
  document.getElementById(target) ??
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(target)}"]`)

/** Scrolls there and takes the focus along; false when it is not on the page. */
export function scrollToTarget(target: string): boolean {
  const element = find(target)
  if (!element) return false
  element.scrollIntoView()
  element.focus({ preventScroll: true })
  return true
}

/** Brings it back into view at once after the page above it has grown. */
export function backToTarget(target: string): void {
  find(target)?.scrollIntoView({ behavior: 'instant' })
}
