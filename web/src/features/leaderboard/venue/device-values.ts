/**
 * What a venue screen stores on its device, unencrypted: its settings and the last public board. None of it belongs to
 * the signed-in person, so signing out keeps it.
 */
import { deviceStorage } from '../../../state/storage/browser-storage'

const PREFIX = 'sixfold-venue-'

export const storeValue = (name: string, value: unknown): void =>
  deviceStorage.set(PREFIX + name, JSON.stringify(value))

export function readValue(name: string): unknown {
  try {
    return JSON.parse(deviceStorage.get(PREFIX + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

export const dropValue = (name: string): void => deviceStorage.remove(PREFIX + name)
