/**
 * The message on the homepage after a session has ended. The page is reloaded in between, so sessionStorage keeps the
 * reason and the page they were on; nothing about the person.
 */
import type { Alert } from '../state/alert-store'
import { tabStorage } from '../state/storage/browser-storage'
import type { SignOutReason } from './session'

const KEY = 'sixfold.farewell'

/** The hash of the page at which a window ends that was opened for signing in again. */
export const SIGNED_IN_AGAIN = '#signed-in-again'

/** Keeps the message for the next page. There is none for somebody who signed out. */
export function keepSignOutNotice(why: SignOutReason, from: string): void {
  if (why !== 'signedOut') tabStorage.set(KEY, JSON.stringify({ why, from }))
}

/** Apart, as few pages have one to say. */
export const loadSignOutSentences = () => import('./sign-out-sentences')

/** Returns the message once. Without its sentences there is none. */
export async function takeSignOutNotice(): Promise<Alert | null> {
  const kept = tabStorage.get(KEY)
  tabStorage.remove(KEY)
  if (kept === null) return null
  const sentences = await loadSignOutSentences().catch(() => null)
  return sentences?.signOutAlert(kept) ?? null
}
