import { isTabletPath } from '../../auth/admin'
import type { SignOutReason } from '../../auth/session'
import { isSomethingTyped } from '../../offline/typing'

/** The pages of somebody who is signed in. */
const OWN_PAGES = /\/(?:my|staff)-account/

/**
 * Whether a page stays when its session was revoked, so that the same person can sign in again: on their own pages and where
 * something was typed. After 58 minutes every page is left (RULES 10.1). A tablet keeps its entries itself, and a screen
 * that fills the window belongs to nobody.
 */
export function stays(why: SignOutReason): boolean {
  const { pathname } = window.location
  if (why !== 'ended' || isTabletPath(pathname) || document.documentElement.dataset.fullscreen) return false
  return OWN_PAGES.test(pathname) || isSomethingTyped()
}
