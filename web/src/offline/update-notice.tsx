// The notice of a new version, in its own React root: it is above every page, and the shell need not know about it.
import { createRoot, type Root } from 'react-dom/client'
import { UpdateNotice } from './UpdateNotice'
import { isSomethingTyped } from './typing'

let root: Root | null = null

function place(): Root {
  if (root) return root
  const element = document.createElement('aside')
  element.setAttribute('aria-label', 'New version')
  document.body.append(element)
  root = createRoot(element)
  return root
}

/** Says that there is a new version; nothing happens until the person asks for it. */
export function showUpdateNotice(onReload: () => void): void {
  place().render(<UpdateNotice onReload={onReload} onLater={hideUpdateNotice} isTyped={isSomethingTyped} />)
}

/** Takes the notice off the screen. */
export function hideUpdateNotice(): void {
  root?.render(null)
}
