import { useLayoutEffect, type RefObject } from 'react'

/**
 * Shows a `dialog` modally while `open`: the page behind is inert, the focus moves in and returns. It moves to the element marked
 * `data-first-focus`, or else to `first`, or else where the browser puts it.
 */
export function useModal(
  box: RefObject<HTMLDialogElement | null>,
  open: boolean,
  first?: RefObject<HTMLElement | null>,
): void {
  // In the commit that shows or removes it, so that a key pressed at that moment does not meet a page without focus.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return
    const before = document.activeElement
    dialog.showModal()
    const focused = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? first?.current
    focused?.focus()
    // A second Escape closes a dialog whatever the page says: one that waits for an answer is shown again.
    const again = () => dialog.showModal()
    dialog.addEventListener('close', again)
    return () => {
      dialog.removeEventListener('close', again)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [box, open, first])
}
