import { isTabletPath } from '../../auth/admin'
import type { Farewell } from '../../auth/session'
import { isSomethingTyped } from '../../offline/typing'

/** The pages of somebody who is signed in. */
const OWN_PAGES = /\/(?:my|staff)-account/

/**
 * Whether a page stays when its session has ended, for its person to sign in again: where something was typed, and on their
 * own pages unless it was the 58 minutes that ended it (RULES 10.2). A tablet keeps its entries itself, and a screen that fills
 * the window belongs to nobody.
 */
export function stays(why: Farewell): boolean {
  const { pathname } = window.location
  if (isTabletPath(pathname) || document.documentElement.dataset.fullscreen) return false
  return isSomethingTyped() || (why === 'ended' && OWN_PAGES.test(pathname))
}
