import type { MouseEvent } from 'react'
import { LOCALE_PREFIX } from '../../paths'

/**
 * The address inside the site that a press on a link asks for, or null when the browser should do what it always
 * does: another origin, another tab, a download, the API, a modifier key.
 */
export function internalTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  return linkTarget(event.target)
}

export function linkTarget(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || !link.hasAttribute('href') || link.hasAttribute('download')) return null
  if (link.target && link.target !== '_self') return null
  const url = new URL(link.href, window.location.href)
  if (url.origin !== window.location.origin || !url.pathname.startsWith(`${LOCALE_PREFIX}/`)) return null
  return url.pathname + url.search + url.hash
}
