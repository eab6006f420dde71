// What a press on a notification does to a page that is open.
import { go } from '../auth/protocol'
import { OpenNotice } from './OpenNotice'
import { ownRoot } from './own-root'
import { isSomethingTyped } from './typing'

const { show, hide } = ownRoot('Notification')

/** Shows the page of a notification in this window, but asks first if something typed here would be lost. */
export function openHere(path: string): void {
  if (!isSomethingTyped()) return go(path)
  show(<OpenNotice onOpen={() => go(path)} onClose={hide} />)
}
