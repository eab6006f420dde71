// What a press on a notification does to a page that is open.
import { go } from '../auth/protocol'
import { OpenNotice } from './OpenNotice'
import { ownRoot } from './own-root'
import { isSomethingTyped } from './typing'

const { show, hide } = ownRoot('Notification')

/** Whether this window shows `path`. One that names no place on its page, such as an offer, nor a time is shown anywhere on it. */
function isShown(path: string): boolean {
  const { origin, pathname, href } = window.location
  const target = new URL(path, origin)
  return target.href === href || (target.search + target.hash === '' && target.pathname === pathname)
}

/** Shows the page of a notification in this window, but asks first if something typed here would be lost. */
export function openHere(path: string): void {
  if (isShown(path)) return
  if (!isSomethingTyped()) return go(path)
  show(<OpenNotice onOpen={() => go(path)} onClose={hide} />)
}
