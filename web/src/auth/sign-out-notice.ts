/**
 * The message on the homepage after a session has ended. The page is reloaded in between, so sessionStorage keeps the
 * reason and, if signing in leads back there, the page they were on, with what is behind its `#`; nothing about the person.
 */
import { paths } from '../paths'
import type { Alert } from '../state/alert-store'
import { tabStorage } from '../state/storage/browser-storage'
import type { SignOutReason } from './session'

const KEY = 'sixfold.farewell'

/** The hash of the page at which a window ends that was opened for signing in again. */
export const SIGNED_IN_AGAIN = '#signed-in-again'

const SENTENCES: Record<Exclude<SignOutReason, 'signedOut'>, string> = {
  everywhere: 'You are signed out, here and everywhere else.',
  deleted: 'Your account is deleted. It was good to have you.',
  perhapsDeleted:
    'The answer got lost, but you are signed out: your account is most likely deleted. If you can still sign in, it is not.',
  over: 'Full time: we sign you out after 58 minutes. Sign in and carry on.',
  ended: 'Your session has ended. Sign in to carry on.',
  elsewhere: 'You signed out in another tab, so this one is signed out too.',
  replaced: 'Somebody else signed in on this browser. You are looking at their account now.',
  role: 'That page is for another team, so we signed you out. Sign in with the right account.',
}

/** After these, signing in again leads back to the page that was left; never to another role's page. */
const COMES_BACK: readonly SignOutReason[] = ['over', 'ended', 'elsewhere']

/** Keeps the message for the next page. There is none for somebody who signed out. */
export function keepSignOutNotice(why: SignOutReason, from: string): void {
  if (why === 'signedOut') return
  tabStorage.set(KEY, JSON.stringify(COMES_BACK.includes(why) ? { why, from } : { why }))
}

/** Returns the message once. */
export function takeSignOutNotice(): Alert | null {
  const text = tabStorage.get(KEY)
  tabStorage.remove(KEY)
  if (text === null) return null
  try {
    const { why, from } = JSON.parse(text) as { why: keyof typeof SENTENCES; from?: string }
    const message = SENTENCES[why]
    if (message === undefined) return null
    const alert: Alert = { tone: 'info', message, stays: true }
    if (why === 'replaced' || why === 'deleted' || why === 'everywhere') return alert
    return { ...alert, action: { href: paths.login({ callbackUrl: from }), label: 'Sign in' } }
  } catch {
    return null
  }
}
