import { paths } from '../paths'
import type { SignOutReason } from './session'

interface Place {
  /** The address of the page. */
  here: string
  /** Whether a screen fills the window. */
  fullscreen: boolean
  online: boolean
}

/**
 * Where a page goes once its session is over (RULES 10.2): to `url`, if a sign-out has named one, else to the homepage. A screen
 * that fills the window belongs to nobody and comes back, unless a provider's sign-out is still to be done. Without a network the
 * open page is as good as any, and may show a ticket.
 */
export function nextPage(
  why: SignOutReason,
  url: string | null,
  { here, fullscreen, online }: Place,
): string {
  const { origin } = window.location
  const provider = url !== null && new URL(url, origin).origin !== origin
  if (!provider && (fullscreen || (why === 'over' && !online))) return here
  return url ?? paths.home()
}
