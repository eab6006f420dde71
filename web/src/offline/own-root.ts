import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { classNames } from '../components/class-names'
import toast from '../components/feedback/toast.module.css'
import styles from './own-root.module.css'

/** Where the notices lie, one above the other; `whole-window.css` hides it. */
const pile = document.createElement('div')
pile.dataset.notices = ''
pile.className = classNames(toast.place, toast.start)

/** Puts them into the topmost modal dialog, since nothing outside of it can be pressed or is read out; else onto the page. */
function place(): void {
  const open = document.querySelectorAll('dialog[open]')
  const top = document.activeElement?.closest('dialog[open]') ?? open[open.length - 1] ?? document.body
  if (pile.parentElement !== top) top.append(pile)
}

/** Follows dialogs that open, close or go while there is a notice. */
const dialogs = new MutationObserver(place)

/** A notice in a React root of its own, made when it is first shown: it is above every page, and the shell need not know it. */
export function ownRoot(label: string) {
  let root: Root | null = null
  const element = document.createElement('section')
  element.setAttribute('aria-label', label)
  element.className = classNames(styles.notice)
  return {
    show: (notice: ReactNode) => {
      if (element.parentElement !== pile) pile.append(element)
      place()
      dialogs.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
      root ??= createRoot(element)
      root.render(notice)
    },
    hide: () => {
      root?.render(null)
      element.remove()
      if (pile.hasChildNodes()) return
      dialogs.disconnect()
      pile.remove()
    },
  }
}
