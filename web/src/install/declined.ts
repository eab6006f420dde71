// Invitations that somebody has put away for good, in this browser.
import { deviceStorage } from '../state/storage/browser-storage'

export type InvitationName = 'notifications' | 'install'

const keyOf = (name: InvitationName) => `sixfold-declined-${name}`

export const isDeclined = (name: InvitationName): boolean => deviceStorage.get(keyOf(name)) !== null

export const decline = (name: InvitationName): void => deviceStorage.set(keyOf(name), '1')
