// What a press on a notification does to a page that is open. In its own React root, like the notice of a new version.
import { createRoot, type Root } from 'react-dom/client'
import { go } from '../auth/protocol'
import { OpenNotice } from './OpenNotice'
import { isSomethingTyped } from './typing'

let root: Root | null = null

function place(): Root {
  if (root) return root
  const element = document.createElement('aside')
  element.setAttribute('aria-label', 'Notification')
  document.body.append(element)
  root = createRoot(element)
  return root
}

/** Shows the page of a notification in this window, but asks first if something typed here would be lost. */
export function openHere(path: string): void {
  if (!isSomethingTyped()) return go(path)
  place().render(<OpenNotice onOpen={() => go(path)} onClose={() => root?.render(null)} />)
}
