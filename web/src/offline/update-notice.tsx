import { ownRoot } from './own-root'
import { isSomethingTyped } from './typing'
import { UpdateNotice } from './UpdateNotice'

const { show, hide } = ownRoot('New version')

/** Says that there is a new version; nothing happens until the person asks for it. */
export function showUpdateNotice(onReload: () => void): void {
  show(<UpdateNotice onReload={onReload} onLater={hide} isTyped={isSomethingTyped} />)
}

/** Takes the notice off the screen. */
export const hideUpdateNotice = hide
