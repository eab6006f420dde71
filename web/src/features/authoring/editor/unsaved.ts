// Stores unsaved changes for this editor in this browser: page texts are not personal data, and the end of a session, a
// reload or a crash must not cost an afternoon's work. Removed by the next save, not with the session.
import { newKey } from '../../../api/client/client'
import { isRecord, parseJson } from '../../../api/json'
import { deviceStorage } from '../../../state/storage/browser-storage'
import type { Item } from '../api'

/** The changes, and the version that they are based on. */
export interface Unsaved {
  base: Item
  draft: Item
}

/** Changes as they were found, under their name in the storage. */
export interface Kept extends Unsaved {
  name: string
}

const keyOf = (uaid: string, library: string, id: string) => `sixfold-unsaved.${uaid}.${library}.${id}`

/** An item can be open in several tabs: each stores its changes under a name of its own, until it is closed or reloaded. */
const TAB = newKey()

const nameOf = (uaid: string, library: string, id: string) => `${keyOf(uaid, library, id)}/${TAB}`

const isItem = (value: unknown): value is Item => isRecord(value) && 'elements' in value && 'rev' in value

function read(name: string): Unsaved | null {
  const kept = parseJson(deviceStorage.get(name) ?? '')
  if (!isRecord(kept)) return null
  const { base, draft } = kept
  return isItem(base) && isItem(draft) ? { base, draft } : null
}

/** What this tab has stored. */
export const readUnsaved = (uaid: string, library: string, id: string): Unsaved | null =>
  read(nameOf(uaid, library, id))

/** Stores this tab's changes; without any, removes what it has stored. */
export function keepUnsaved(uaid: string, library: string, id: string, unsaved: Unsaved | null): void {
  const name = nameOf(uaid, library, id)
  if (unsaved) deviceStorage.set(name, JSON.stringify(unsaved))
  else deviceStorage.remove(name)
}

/** What every tab has stored, this one's first: that is what the next change here replaces. */
export function allUnsaved(uaid: string, library: string, id: string): Kept[] {
  const key = keyOf(uaid, library, id)
  const own = nameOf(uaid, library, id)
  const others = deviceStorage
    .names()
    // Under the key alone there may be changes from before each tab had a name.
    .filter((name) => name !== own && (name === key || name.startsWith(`${key}/`)))
  return [own, ...others].flatMap((name) => {
    const kept = read(name)
    return kept ? [{ ...kept, name }] : []
  })
}

export const dropKept = ({ name }: Kept): void => deviceStorage.remove(name)
