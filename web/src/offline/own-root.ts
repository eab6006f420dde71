import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** A notice in a React root of its own, made when it is first shown: it is above every page, and the shell need not know it. */
export function ownRoot(label: string) {
  let root: Root | null = null
  const place = () => {
    if (root) return root
    const element = document.createElement('aside')
    element.setAttribute('aria-label', label)
    document.body.append(element)
    root = createRoot(element)
    return root
  }
  return { show: (notice: ReactNode) => place().render(notice), hide: () => root?.render(null) }
}
