// Stores unsaved changes for this editor in this browser: page texts are not personal data, and the end of a session, a
// reload or a crash must not cost an afternoon's work. Removed by the next save, not with the session.
import { deviceStorage } from '../../../state/storage/browser-storage'
import type { Item } from '../api'

/** The changes, and the version that they are based on. */
export interface Unsaved {
  base: Item
  draft: Item
}

const keyOf = (uaid: string, library: string, id: string) => `sixfold-unsaved.${uaid}.${library}.${id}`

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'elements' in value && 'rev' in value

export function readUnsaved(uaid: string, library: string, id: string): Unsaved | null {
  try {
    const kept: unknown = JSON.parse(deviceStorage.get(keyOf(uaid, library, id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('draft' in kept)) return null
    return isItem(kept.base) && isItem(kept.draft) ? { base: kept.base, draft: kept.draft } : null
  } catch {
    return null
  }
}

export function keepUnsaved(uaid: string, library: string, id: string, unsaved: Unsaved | null): void {
  const key = keyOf(uaid, library, id)
  if (unsaved) deviceStorage.set(key, JSON.stringify(unsaved))
  else deviceStorage.remove(key)
}
